import type { TestStatus } from '../testResult';

/**
 * A text that stands in every line that can matter to a parser. The scanner shows a parser the lines that hold at least
 * one of its cues, so a cue has to be what the framework itself prints; it may show others too (the rest of a marker's
 * line, a coloured line without its colours), so a parser looks at what it is shown. `start` and `end` are those of the
 * line, without its line end; `indented` is the first thing in the line after blanks.
 */
export interface Cue {
  readonly text: string;
  readonly at: 'start' | 'indented' | 'end' | 'anywhere';
}

/** Where something stands in a log: 1-based line, and the half-open byte range without the line end. */
export interface LogPlace {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** One candidate line. `text` is its bytes read as UTF-8, nothing trimmed; bytes that are none become U+FFFD. */
export interface LogLine extends LogPlace {
  readonly text: string;
  /** Where no line end follows: the end of the log, or a marker of the test section. */
  readonly open?: true;
}

/** Takes results as a parser meets them: a later result of an id replaces an earlier one, as in the harness. */
export interface ResultSink {
  set(id: string, status: TestStatus, place: LogPlace): void;
  /** Whether the id has a result; of tests that are not required, those beyond the reading's bound are not known. */
  has(id: string): boolean;
  /** Called while a line is read: the line after it is shown too, whatever it holds. */
  next(): void;
  /**
   * Called where the harness's own parser ends with an error: it writes no report then, so that nothing of this reading
   * counts, before or after.
   */
  breakOff(place: LogPlace): void;
}

/**
 * One reading of one log: candidate lines in order, then the end. Never throws, whatever the lines hold. A text kept
 * from one line to another goes through `flatText`, or it keeps the whole chunk of the log that it is a part of.
 */
export interface LogReading {
  line(line: LogLine): void;
  end?(): void;
}

/** How the log of one test framework is read. Work and memory grow with the lines shown, never with their square. */
export interface LineParser {
  readonly name: string;
  /** `every`: all lines are candidates. */
  readonly cues: readonly Cue[] | 'every';
  /** Whether it takes colour codes off by itself, so that they hide nothing from it. */
  readonly readsColours?: boolean;
  read(sink: ResultSink): LogReading;
}

/** Cues of several texts at one place. */
export const cuesAt = (at: Cue['at'], ...texts: readonly string[]): Cue[] => texts.map((text) => ({ text, at }));
