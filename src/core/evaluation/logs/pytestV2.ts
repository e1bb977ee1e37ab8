import type { RuleSetName } from '../ruleSetName';
import { singleBlanks, words } from './blanks';
import { DIGIT } from './characterClasses';
import { type Cue, cuesAt, type LineParser } from './lineParser';
import { isSkipCount, type SummaryLine, summaryLine } from './pytest';
import { beginsWithStatus, endsWithStatus, statusOf, statusWords } from './statusWords';

const controlCodes = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1));
const firstLetters = [...new Set(statusWords.map((word) => word.slice(0, 1)))];
const lastLetters = [...new Set(statusWords.map((word) => word.slice(-1)))];
const controls = `${String.fromCharCode(1)}-${String.fromCharCode(31)}`;

/**
 * Codes may stand before, behind and inside a status word, so no more is known of a line that begins or ends with one
 * than that it begins or ends with its letter or with a code.
 */
const cues: readonly Cue[] = [
  ...cuesAt('start', ...firstLetters, ...controlCodes, '['),
  ...cuesAt('end', ...lastLetters, ...controlCodes, 'm'),
];

const CODES = new RegExp(`(?:\\[[${DIGIT}]+m|[${controls}])+`, 'gu');

/** Takes off plain colours (`[32m`; not `[1;32m`) and all control characters but NUL. */
const clean = (line: string): string => line.replace(CODES, '');

/** swebench-v4: the second word is the id; where the status stands last, the first word is, the second the status. */
const readV4 = (line: string): SummaryLine | null => {
  if (beginsWithStatus(line)) return summaryLine(line, 'swebench-v4');
  if (!endsWithStatus(line)) return null;
  const [id, status] = words(line, 2);
  return id === undefined || status === undefined ? null : { id, status };
};

/** swebench-v5: all words but the status are the id, joined by one blank; a failure's message is cut at ` - `. */
const readV5 = (line: string): SummaryLine | null => {
  const leading = beginsWithStatus(line);
  if (!leading && !endsWithStatus(line)) return null;
  const message = line.startsWith('FAILED') ? line.indexOf(' - ') : -1;
  const text = singleBlanks(message === -1 ? line : line.slice(0, message));
  const between = leading ? text.indexOf(' ') : text.lastIndexOf(' ');
  if (between === -1) return null;
  const [before, after] = [text.slice(0, between), text.slice(between + 1)];
  if (!leading) return { id: before, status: after };
  const summary = { id: after, status: before };
  const isCount = before === 'SKIPPED' && isSkipCount({ ...summary, id: words(after, 1)[0] ?? '' }, 'swebench-v5');
  return isCount ? null : summary;
};

/** pytest's summary, or its verbose lines, as `parse_log_pytest_v2` reads them (astropy, scikit-learn, sphinx). */
export const pytestV2Parser = (rules: RuleSetName): LineParser => {
  const read = rules === 'swebench-v4' ? readV4 : readV5;
  return {
    name: 'parse_log_pytest_v2',
    cues,
    readsColours: true,
    read: (sink) => ({
      line(line) {
        const found = read(clean(line.text));
        if (found) sink.set(found.id, statusOf(found.status), line);
      },
    }),
  };
};
