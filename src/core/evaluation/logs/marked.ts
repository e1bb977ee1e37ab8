import { BLANKS, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';

const FAILURE = new RegExp(`^[${DIGIT}]+\\)[${BLANKS}](.*)$`, 'su');

/** Jasmine's numbered failures, `1) name`, as `parse_log_marked` reads them: only failures are ever listed. */
export const markedParser: LineParser = {
  name: 'parse_log_marked',
  cues: cuesAt('anywhere', ')'),
  read: (sink) => ({
    line(line) {
      const name = FAILURE.exec(line.text)?.[1];
      if (name !== undefined) sink.set(trimBlanks(name), 'FAILED', line);
    },
  }),
};
