import { BLANKS, trimBlanks } from './blanks';
import { cuesAt, type LineParser } from './lineParser';

const RESULT = new RegExp(`^\\[(PASSED|FAILED)\\][${BLANKS}](.+)$`, 's');

/** Jest's JSON after the row's own jq step, `[PASSED] suite > name`, as `parse_log_jest_json` reads it. */
export const jestJsonParser: LineParser = {
  name: 'parse_log_jest_json',
  cues: cuesAt('indented', '[PASSED]', '[FAILED]'),
  read: (sink) => ({
    line(line) {
      const found = RESULT.exec(trimBlanks(line.text));
      if (found?.[2] !== undefined) sink.set(found[2], found[1] === 'PASSED' ? 'PASSED' : 'FAILED', line);
    },
  }),
};
