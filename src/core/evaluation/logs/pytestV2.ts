import type { RuleSetName } from '../ruleSetName';
import { words } from './blanks';
import { DIGIT } from './characterClasses';
import { type Cue, cuesAt, type LineParser } from './lineParser';
import { isSkipCount, type SummaryLine, summaryLine } from './pytest';
import { beginsWithStatus, endsWithStatus, statusOf, statusWords } from './statusWords';

const controlCodes = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1));
const piecesOf = (word: string): string[] =>
  Array.from({ length: word.length - 2 }, (_, index) => index + 3).flatMap((length) => [
    `${word.slice(0, length)}[`,
    `m${word.slice(-length)}`,
  ]);

const controls = `${String.fromCharCode(1)}-${String.fromCharCode(31)}`;

/**
 * Codes may stand before, behind and inside a status word. One without the escape character leaves a piece of the word
 * with a bracket behind it or an `m` before it; pieces of three letters and more are looked for.
 */
const cues: readonly Cue[] = [
  ...cuesAt('start', ...statusWords),
  ...cuesAt('end', ...statusWords),
  ...cuesAt('anywhere', ...controlCodes, ...statusWords.flatMap((word) => piecesOf(word))),
];

const TO_CLEAN = new RegExp(`[${controls}[]`);
/** Digits of any script cost time; few lines have any. */
const PLAIN_CODES = new RegExp(`\\[\\d+m|[${controls}]`, 'g');
const ALL_CODES = new RegExp(`\\[[${DIGIT}]+m|[${controls}]`, 'gu');
const BEYOND_ASCII = /[^\0-~]/;

/** Takes off plain colours (`[32m`; not `[1;32m`) and all control characters but NUL. */
const clean = (line: string): string =>
  TO_CLEAN.test(line) ? line.replace(BEYOND_ASCII.test(line) ? ALL_CODES : PLAIN_CODES, '') : line;

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
  const all = words(message === -1 ? line : line.slice(0, message));
  const status = leading ? all.shift() : all.pop();
  if (status === undefined || all.length === 0) return null;
  if (leading && isSkipCount({ status, id: all[0] ?? '' }, 'swebench-v5')) return null;
  return { id: all.join(' '), status };
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
