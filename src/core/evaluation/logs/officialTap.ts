import { trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';

const POINT = new RegExp(`^(ok|not ok) [${DIGIT}]+ (.+)$`, 'su');

/**
 * TAP as the SWE-bench harness reads it (`parse_log_tap`): the line without the blanks at its ends, then everything
 * after the number is the id, so a leading `- ` and a trailing `# SKIP` become part of it, and nothing is ever skipped.
 * Rows that name this parser have their ids made by it.
 */
export const officialTapParser: LineParser = {
  name: 'parse_log_tap',
  cues: cuesAt('indented', 'ok ', 'not ok '),
  read: (sink) => ({
    line(line) {
      const point = POINT.exec(trimBlanks(line.text));
      if (point?.[2] !== undefined) sink.set(point[2], point[1] === 'ok' ? 'PASSED' : 'FAILED', line);
    },
  }),
};
