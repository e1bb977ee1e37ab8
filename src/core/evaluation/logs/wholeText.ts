import type { TestStatus } from '../testResult';
import type { LineParser, LogPlace, ResultSink } from './lineParser';

/** A text of many lines, and where in the log each of its characters stands. */
export interface WholeText {
  readonly text: string;
  /** The line of the character at an index. */
  placeAt(index: number): LogPlace;
}

/** Takes a result as a parser meets it (`ResultSink.set`). */
export type SetResult = (id: string, status: TestStatus, place: LogPlace) => void;

/** Tells where the harness's own parser ends with an error (`ResultSink.breakOff`). */
export type BreakOff = (place: LogPlace) => void;

/** How many characters are read as one text: far above any log of these runners, far below a string's limit. */
const LARGEST = 128 * 1024 * 1024;

/** Index of the last of the ascending `starts` that is not above `value`; 0 where there is none. */
const lastNotAbove = (starts: readonly number[], value: number): number => {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
};

const nowhere: LogPlace = { line: 1, start: 0, end: 0 };

/** A part of a text as a text of its own. */
export const partOf = (whole: WholeText, start: number, end: number): WholeText => ({
  text: whole.text.slice(start, end),
  placeAt: (index) => whole.placeAt(start + index),
});

/** A text made of parts of another: of each part its text and the index where it stood. */
export const joinParts = (whole: WholeText, parts: readonly (readonly [text: string, from: number])[]): WholeText => {
  const starts: number[] = [];
  let length = 0;
  for (const [text] of parts) {
    starts.push(length);
    length += text.length;
  }
  const placeAt = (index: number): LogPlace => {
    const part = lastNotAbove(starts, index);
    return whole.placeAt((parts[part]?.[1] ?? 0) + index - (starts[part] ?? 0));
  };
  return { text: parts.map(([text]) => text).join(''), placeAt };
};

/** The parts between the places where `separator` stands. */
export const splitText = (whole: WholeText, separator: string): WholeText[] => {
  const parts: WholeText[] = [];
  let from = 0;
  for (let at = whole.text.indexOf(separator); at !== -1; at = whole.text.indexOf(separator, from)) {
    parts.push(partOf(whole, from, at));
    from = at + separator.length;
  }
  parts.push(partOf(whole, from, whole.text.length));
  return parts;
};

const textOf = (lines: readonly string[], places: readonly LogPlace[]): WholeText => {
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length;
  }
  return { text: lines.join(''), placeAt: (index) => places[lastNotAbove(starts, index)] ?? nowhere };
};

/**
 * A parser for runners whose results run over several lines: it reads all lines as one text, joined by `\n`. A text of
 * more than 128 Mi characters is read in pieces. `prepare` changes each line first.
 */
export const wholeTextParser = (
  name: string,
  read: (whole: WholeText, set: SetResult, breakOff: BreakOff) => void,
  prepare: (line: string) => string = (line) => line,
): LineParser => ({
  name,
  cues: 'every',
  read(sink: ResultSink) {
    let lines: string[] = [];
    let places: LogPlace[] = [];
    let length = 0;
    const readAll = (): void => {
      read(
        textOf(lines, places),
        (id, status, place) => sink.set(id, status, place),
        (place) => sink.breakOff(place),
      );
      lines = [];
      places = [];
      length = 0;
    };
    return {
      line({ text: shown, line, start, end, open }) {
        if (length > LARGEST) readAll();
        const text = prepare(shown);
        lines.push(open ? text : `${text}\n`);
        places.push({ line, start, end });
        length += text.length + 1;
      },
      end: readAll,
    };
  },
});
