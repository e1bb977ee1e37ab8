import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { heldResults } from './heldResults';
import { cuesAt, type LineParser, type LogLine } from './lineParser';

const DURATION = new RegExp(`^\\([${DIGIT}.]+[${BLANKS}]?m?s\\)$`, 'u');

/** A name without the duration in brackets at its end. */
const withoutDuration = (text: string): string => {
  const open = text.lastIndexOf('(');
  const timed = open > 0 && isBlank(text.charCodeAt(open - 1)) && DURATION.test(text.slice(open));
  return timed ? text.slice(0, open - 1) : text;
};

/** Finds `WORD name`; where the word ends its line, the name is the whole line after it. */
const headlines = (word: string, found: (name: string, line: LogLine) => void) => {
  let open = false;
  return (line: LogLine): void => {
    const { text } = line;
    if (open) found(text, line);
    open = !open && text === word;
    if (!open && text.startsWith(word) && isBlank(text.charCodeAt(word.length)))
      found(text.slice(word.length + 1), line);
  };
};

const fileParser = (name: string, idOf: (name: string) => string): LineParser => ({
  name,
  cues: cuesAt('start', 'PASS', 'FAIL'),
  read(sink) {
    const passes = heldResults(sink);
    const add = (target: Pick<typeof passes, 'set'>, status: TestStatus) => (text: string, line: LogLine) =>
      target.set(idOf(trimBlanks(text)), status, line);
    const failed = headlines('FAIL', add(sink, 'FAILED'));
    const passed = headlines('PASS', add(passes, 'PASSED'));
    return {
      line(line) {
        failed(line);
        passed(line);
        if (line.text === 'FAIL' || line.text === 'PASS') sink.next();
      },
      end: passes.flush,
    };
  },
});

/** Jest's files as `parse_log_grommet` reads them: a file that passed once has passed. */
export const grommetParser = fileParser('parse_log_grommet', withoutDuration);

/** The same as `parse_log_emotion` reads it: a duration is part of the id. */
export const emotionParser = fileParser('parse_log_emotion', (text) => text);
