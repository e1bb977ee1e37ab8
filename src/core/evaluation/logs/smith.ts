import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks, words } from './blanks';
import { type LineResult, parserByLine } from './byLine';
import { DIGIT } from './characterClasses';
import { cuesAt } from './lineParser';
import { statusWords } from './statusWords';

const anyStatus = cuesAt('anywhere', ...statusWords);

/** The status word that a text begins with at `from`; it may go on (`ERRORS`). */
const statusAt = (text: string, from: number): TestStatus | null =>
  statusWords.find((word) => text.startsWith(word, from)) ?? null;

/** A word, then the status after blanks: `tests/test_a.py::test_b PASSED [ 5%]`. */
const idFirst = (text: string): LineResult | null => {
  let end = 0;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end += 1;
  let at = end;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  const status = end === 0 || at === end ? null : statusAt(text, at);
  return status === null ? null : [text.slice(0, end), status];
};

/** The status at `from`, one blank, and the word after it. */
const statusFirst = (text: string, from: number): LineResult | null => {
  const status = statusAt(text, from);
  const at = from + (status?.length ?? 0);
  if (status === null || !isBlank(text.charCodeAt(at)) || isBlank(text.charCodeAt(at + 1))) return null;
  const id = words(text.slice(at + 1), 1)[0];
  return id === undefined ? null : [id, status];
};

const WORKER = new RegExp(`^\\[gw[${DIGIT}]\\][${BLANKS}]`, 'u');
const ONE_TEST = new RegExp(`^([a-zA-Z0-9_\\-,.${BLANKS}()']+)[${BLANKS}]\\.{3}[${BLANKS}](ok|FAIL|ERROR)$`);
const testStatuses: Readonly<Record<string, TestStatus>> = { ok: 'PASSED', FAIL: 'FAILED', ERROR: 'ERROR' };

/** SWE-smith's parser of most Python repositories: pytest's verbose lines, the id first. */
export const smithPytestParser = parserByLine('smith_pytest', anyStatus, idFirst);

/** paramiko: pytest's short summary, the status first. */
export const smithParamikoParser = parserByLine('smith_paramiko', cuesAt('start', ...statusWords), (text) =>
  statusFirst(text, 0),
);

/** autograd: lines of pytest-xdist, `[gw0] PASSED id`. */
export const smithAutogradParser = parserByLine('smith_autograd', cuesAt('start', '[gw'), (text) => {
  const worker = WORKER.exec(text);
  return worker ? statusFirst(text, worker[0].length) : null;
});

/** mypy: a line that holds PASSED or else FAILED; its last word is the id. */
export const smithMypyParser = parserByLine('smith_mypy', cuesAt('anywhere', 'PASSED', 'FAILED'), (text) => {
  const status = text.includes('PASSED') ? 'PASSED' : text.includes('FAILED') ? 'FAILED' : null;
  const id = words(text).at(-1);
  return status === null || id === undefined ? null : [id, status];
});

/** python-slugify: unittest's verbose lines, `name (class) ... ok`. */
export const smithSlugifyParser = parserByLine('smith_python_slugify', cuesAt('anywhere', '...'), (text) => {
  const dots = text.lastIndexOf('...');
  const found = dots === -1 || text.length - dots > 12 ? null : ONE_TEST.exec(text);
  const status = testStatuses[found?.[2] ?? ''];
  return found?.[1] === undefined || status === undefined ? null : [found[1], status];
});

const beforeDots = (text: string): string => (text.includes(' ... ') ? text.slice(0, text.indexOf(' ... ')) : text);

/** tornado: unittest's verbose lines and the headlines of failures. */
export const smithTornadoParser = parserByLine(
  'smith_tornado',
  [...cuesAt('end', '... ok'), ...cuesAt('anywhere', ' ... skipped '), ...cuesAt('start', 'ERROR:', 'FAIL:')],
  (text) => {
    if (text.endsWith('... ok')) return [beforeDots(text), 'PASSED'];
    if (text.includes(' ... skipped ')) return [beforeDots(text), 'SKIPPED'];
    if (!text.startsWith('ERROR:') && !text.startsWith('FAIL:')) return null;
    return [words(text, 3).slice(1, 3).join(' '), 'FAILED'];
  },
);

const goLines: readonly (readonly [head: string, status: TestStatus])[] = [
  ['--- PASS: ', 'PASSED'],
  ['--- FAIL: ', 'FAILED'],
  ['--- SKIP: ', 'SKIPPED'],
];
const FAIL_LINE = new RegExp(`^FAIL:?[${BLANKS}]?([^\\n][^${BLANKS}]*)[${BLANKS}]`);

/** Go repositories: `--- PASS: name`, and `FAIL name` for what did not build. */
export const smithGoParser = parserByLine(
  'smith_gotest',
  cuesAt('indented', ...goLines.map(([head]) => head), 'FAIL'),
  (raw) => {
    const text = trimBlanks(raw);
    const known = goLines.find(([head]) => text.startsWith(head));
    if (known && !isBlank(text.charCodeAt(known[0].length)))
      return [words(text.slice(known[0].length), 1)[0] ?? '', known[1]];
    const failed = FAIL_LINE.exec(text)?.[1];
    return failed === undefined ? null : [failed, 'FAILED'];
  },
);
