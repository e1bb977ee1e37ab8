import type { RuleSetName } from '../ruleSetName';
import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';

const marks: Readonly<Record<string, TestStatus>> = { '✓': 'PASSED', '✕': 'FAILED', '○': 'SKIPPED' };

const DURATION = new RegExp(`^\\([${DIGIT}]+[${BLANKS}]*m?s\\)$`, 'u');

/** A name without the duration in brackets at its end: `adds (12 ms)`. */
const withoutDuration = (text: string): string => {
  const open = text.lastIndexOf('(');
  const timed = open > 1 && isBlank(text.charCodeAt(open - 1)) && DURATION.test(text.slice(open));
  return timed ? text.slice(0, open - 1) : text;
};

/**
 * Jest's `--verbose` lines as `parse_log_jest` reads them. Suites are dropped, so equal names are one result. swebench-v4
 * keeps blanks around a name that stand between it and the mark or the duration.
 */
export const jestParser = (rules: RuleSetName): LineParser => ({
  name: 'parse_log_jest',
  cues: cuesAt('indented', ...Object.keys(marks)),
  read: (sink) => ({
    line(line) {
      const text = trimBlanks(line.text);
      const status = marks[text[0] ?? ''];
      if (status === undefined || text.length < 3 || !isBlank(text.charCodeAt(1))) return;
      const name = withoutDuration(text.slice(2));
      sink.set(rules === 'swebench-v5' ? trimBlanks(name) : name, status, line);
    },
  }),
});
