import { BLANKS, trimBlanks } from './blanks';
import { cuesAt, type LineParser } from './lineParser';

const FAILURE = new RegExp(`^\\d+\\)[${BLANKS}](.*)$`, 's');

/** Jasmine's numbered failures, `1) name`, as `parse_log_marked` reads them: only failures are ever listed. */
export const markedParser: LineParser = {
  name: 'parse_log_marked',
  cues: cuesAt('start', ...'0123456789'),
  read: (sink) => ({
    line(line) {
      const name = FAILURE.exec(line.text)?.[1];
      if (name !== undefined) sink.set(trimBlanks(name), 'FAILED', line);
    },
  }),
};
