import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT, WORD } from './characterClasses';
import { softLineParser } from './softLines';

const alone = (alternatives: string): RegExp => new RegExp(`(?<![${WORD}])(?:${alternatives})(?![${WORD}])`, 'iu');
const SKIPPED = alone('SKIPPED');
const FAILED = alone('FAILED|FAIL|Failure');
const PASSED = alone('OK|PASSED');
const FAILED_TESTS = alone('failed');
const BOTAN = new RegExp(
  ['', 'ran', `([${DIGIT}]+)`, 'tests', 'in', `[${DIGIT}.]+`, '(?:msec|sec)', '(.+)$'].join(`[${BLANKS}]+`),
  'isu',
);
const COUNT = /^\[[0-9]+\/[0-9]+\]/;
const WORD_END = new RegExp(`[${WORD}]{1,256}$`, 'u');

/** The name of `[1/2] name ... OK`; null where the line has not this form. */
const dottedName = (text: string): string | null => {
  const last = WORD_END.exec(text.slice(-512))?.[0];
  if (last === undefined) return null;
  let end = text.length - last.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  if (text.slice(Math.max(0, end - 3), end) !== '...') return null;
  return trimBlanks(text.slice(0, end - 3).replace(COUNT, ''));
};

const statusIn = (text: string): TestStatus | null => {
  if (SKIPPED.test(text)) return 'SKIPPED';
  if (FAILED.test(text)) return 'FAILED';
  return PASSED.test(text) ? 'PASSED' : null;
};

/** Botan's groups, `AES ran 3 tests in 2.1 msec all ok`, with the time left out; else null. */
const botanGroup = (text: string): readonly [id: string, status: TestStatus] | null => {
  if (!/ran/i.test(text)) return null;
  const group = BOTAN.exec(text);
  if (group === null) return null;
  const tail = trimBlanks(group[2] ?? '');
  const name = trimBlanks(text.slice(0, group.index));
  return [`${name} ran ${group[1]} tests ${tail}`, FAILED_TESTS.test(tail) ? 'FAILED' : 'PASSED'];
};

/** Lines of several C++ runners, Botan's among them (`parse_log_cpp_v3`): `[1/2] name... OK`, else the line itself. */
export const cppRunnerParser = softLineParser('parse_log_cpp_v3', 'every', () => (raw, sink) => {
  const text = trimBlanks(raw);
  const group = botanGroup(text);
  if (group) {
    sink.last(...group);
    return;
  }
  const name = dottedName(text);
  const status = statusIn(text);
  if (name !== null) sink.last(name, status ?? 'ERROR');
  else if (status !== null) sink.last(text, status);
});
