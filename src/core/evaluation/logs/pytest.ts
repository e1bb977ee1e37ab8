import type { RuleSetName } from '../ruleSetName';
import type { TestStatus } from '../testResult';
import { words } from './blanks';
import { DIGIT } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';
import { beginsWithStatus, statusOf, statusWords } from './statusWords';

/** One line of pytest's short summary: its first word and the id that follows. */
export interface SummaryLine {
  readonly status: string;
  readonly id: string;
}

const SKIP_COUNT = new RegExp(`^\\[[${DIGIT}]+\\]$`, 'u');

/** `SKIPPED [3] path:12: why` counts skips and names no test; swebench-v4 takes `[3]` for an id all the same. */
export const isSkipCount = (summary: SummaryLine, rules: RuleSetName): boolean =>
  rules !== 'swebench-v4' && summary.status === 'SKIPPED' && SKIP_COUNT.test(summary.id);

/**
 * Reads `STATUS id - message` at the start of a line. The id is the second word, so an id with blanks is cut at the
 * first; `PASSED [100%]` gives the id `[100%]`, which two instances of Verified do require.
 */
export const summaryLine = (line: string, rules: RuleSetName): SummaryLine | null => {
  if (!beginsWithStatus(line)) return null;
  const text = line.startsWith('FAILED') && line.includes(' - ') ? line.replaceAll(' - ', ' ') : line;
  const [status, id] = words(text, 2);
  if (status === undefined || id === undefined) return null;
  const summary = { status, id };
  return isSkipCount(summary, rules) ? null : summary;
};

const statusCues = cuesAt('start', ...statusWords);

/** A parser that makes its ids out of pytest's summary lines by `rename`, after `prepare` has changed the line. */
export const summaryParser = (
  name: string,
  rules: RuleSetName,
  rename: (id: string) => string = (id) => id,
  prepare: (line: string) => string = (line) => line,
  statusFor: (word: string) => TestStatus = statusOf,
): LineParser => ({
  name,
  cues: statusCues,
  read: (sink) => ({
    line(line) {
      const found = summaryLine(prepare(line.text), rules);
      if (found) sink.set(rename(found.id), statusFor(found.status), line);
    },
  }),
});

/** pytest's short summary (`-rA`) as `parse_log_pytest` reads it. */
export const pytestParser = (rules: RuleSetName): LineParser => summaryParser('parse_log_pytest', rules);

const statusInside = (word: string): TestStatus => {
  const low = word.toLowerCase();
  if (low.includes('pass')) return 'PASSED';
  return low.includes('skip') ? 'SKIPPED' : statusOf(word);
};

/** The same as SWE-bench-Live reads it, which looks for words inside the status: `PASSED:` has passed there. */
export const livePytestParser: LineParser = summaryParser(
  'parse_log_pytest',
  'swebench-v4',
  (id) => id,
  (line) => line,
  statusInside,
);
