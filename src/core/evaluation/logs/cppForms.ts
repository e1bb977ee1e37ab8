import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT, WORD } from './characterClasses';
import { cuesAt } from './lineParser';
import { softLineParser } from './softLines';

const FAILURES = `${'='.repeat(35)} FAILURES ${'='.repeat(35)}`;
const HEADLINE = /^_{27} (.*) _{27}$/s;
const verbose: readonly TestStatus[] = ['PASSED', 'FAILED', 'SKIPPED', 'ERROR'];

/** What stands before the first `word` that comes after a blank; null where there is none. */
const beforeWord = (text: string, word: string): string | null => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at > 0 && isBlank(text.charCodeAt(at - 1))) return trimBlanks(text.slice(0, at));
  return null;
};

/** pytest's verbose lines in C++ repositories (`parse_log_cpp`): the id is what follows the last `::`. */
export const cppPytestParser = softLineParser('parse_log_cpp', 'every', () => {
  let inFailures = false;
  return (raw, sink) => {
    const text = trimBlanks(raw);
    if (text.startsWith(FAILURES)) inFailures = true;
    else if (inFailures) {
      const headline = HEADLINE.exec(text)?.[1];
      if (headline !== undefined) sink.last(headline, 'FAILED');
    } else {
      const status = verbose.find((word) => beforeWord(text, word) !== null);
      const name = status ? beforeWord(text, status) : null;
      if (status === undefined || name === null) return;
      const id = name.includes('::') ? name.slice(name.lastIndexOf('::') + 2) : name;
      if (status === 'PASSED') sink.first(id, status);
      else sink.last(id, status);
    }
  };
});

const words: readonly (readonly [word: string, status: TestStatus])[] = [
  ['passed', 'PASSED'],
  ['failed', 'FAILED'],
  ['skipped', 'SKIPPED'],
];

/** `Test name   passed` (`parse_log_cpp_v2`). */
export const cppTestParser = softLineParser('parse_log_cpp_v2', cuesAt('anywhere', 'Test'), () => (raw, sink) => {
  const text = trimBlanks(raw);
  const [word, status] = words.find(([end]) => text.endsWith(end)) ?? [];
  if (word === undefined || status === undefined || !text.startsWith('Test')) return;
  const middle = text.slice(4, Math.max(4, text.length - word.length));
  if (middle.length < 2 || !isBlank(middle.charCodeAt(0)) || !isBlank(middle.charCodeAt(middle.length - 1))) return;
  if (status === 'PASSED') sink.first(trimBlanks(middle), status);
  else sink.last(trimBlanks(middle), status);
});

const CTEST = new RegExp(
  `^[${BLANKS}]*[${DIGIT}]+/[${DIGIT}]+[${BLANKS}]+Test[${BLANKS}]+#[${DIGIT}]+:(?=[${BLANKS}])`,
  'iu',
);
const RESULT = new RegExp(`[${BLANKS}]\\.+[${BLANKS}]+(Passed|Failed|Skipped|Timeout)(?![${WORD}])`, 'giu');
const results: ReadonlyMap<string, TestStatus> = new Map([
  ['PASSED', 'PASSED'],
  ['FAILED', 'FAILED'],
  ['TIMEOUT', 'FAILED'],
  ['SKIPPED', 'SKIPPED'],
]);

/** CTest's lines, `1/2 Test #1: name ..... Passed` (`parse_log_cpp_v4`). */
export const ctestParser = softLineParser('parse_log_cpp_v4', cuesAt('anywhere', '#'), () => (text, sink) => {
  const head = CTEST.exec(text);
  if (head === null) return;
  const rest = text.slice(head[0].length);
  for (const { index, 1: word = '' } of rest.matchAll(RESULT)) {
    const shown = rest.slice(0, index);
    const name = trimBlanks(shown);
    const status = results.get(word.toUpperCase());
    // A name may be a blank, but it needs one on each side.
    if (status === undefined || (name === '' && index < 2)) continue;
    sink.last(name, status);
    return;
  }
});
