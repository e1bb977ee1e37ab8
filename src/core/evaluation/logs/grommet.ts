import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { heldResults } from './heldResults';
import { cuesAt, type LineParser, type LogLine, type LogPlace } from './lineParser';

const DURATION = new RegExp(`^\\([${DIGIT}.]+[${BLANKS}]?m?s\\)$`, 'u');

/** A name without the duration in brackets at its end. */
const withoutDuration = (text: string): string => {
  const open = text.lastIndexOf('(');
  const timed = open > 0 && isBlank(text.charCodeAt(open - 1)) && DURATION.test(text.slice(open));
  return timed ? text.slice(0, open - 1) : text;
};

/** Finds `WORD name`; where the word ends its line, the name is the whole line after it. */
const headlines = (word: string, found: (name: string, place: LogPlace) => void) => {
  let open: LogPlace | null = null;
  return {
    line(line: LogLine): void {
      const { text } = line;
      const rest = open !== null;
      open = !rest && text === word && !line.open ? { line: line.line, start: line.start, end: line.end } : null;
      if (rest) found(text, line);
      else if (text.startsWith(word) && isBlank(text.charCodeAt(word.length))) found(text.slice(word.length + 1), line);
    },
    /** The log ends after the word: the name is empty. */
    end(): void {
      if (open !== null) found('', open);
    },
  };
};

const fileParser = (name: string, idOf: (name: string) => string): LineParser => ({
  name,
  cues: cuesAt('start', 'PASS', 'FAIL'),
  read(sink) {
    const passes = heldResults(sink);
    const failed = headlines('FAIL', (text, place) => sink.set(idOf(trimBlanks(text)), 'FAILED', place));
    const passed = headlines('PASS', (text, place) => passes.set(idOf(trimBlanks(text)), 'PASSED', place));
    return {
      line(line) {
        failed.line(line);
        passed.line(line);
        if (line.text === 'FAIL' || line.text === 'PASS') sink.next();
      },
      end() {
        failed.end();
        passed.end();
        passes.flush();
      },
    };
  },
});

/** Jest's files as `parse_log_grommet` reads them: a file that passed once has passed. */
export const grommetParser = fileParser('parse_log_grommet', withoutDuration);

/** The same as `parse_log_emotion` reads it: a duration is part of the id. */
export const emotionParser = fileParser('parse_log_emotion', (text) => text);
