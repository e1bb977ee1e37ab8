import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gradeLog } from '../../src/core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../../src/core/evaluation/gradedInstance';
import { type Bench, timeInTurn } from './bench';

const bytesWanted = 32e6;
const rounds = 7;
/** Grading reaches at least 0.7 of the speed of decoding the same bytes and splitting them into lines. */
const limit = 1 / 0.7;
const names = Array.from({ length: 2000 }, (_, index) => `tests/unit/test_module.py::TestClass::test_case[${index}]`);

const instance = (logParser: string): GradedInstance => ({
  id: 'owner__name-1',
  repo: 'owner/name',
  version: '1.0',
  failToPass: names.slice(0, 10),
  passToPass: names.slice(10),
  logParser,
  evalType: 'pass_and_fail',
});

const noise = 'tests/unit/test_module.py:118: in helper    assert compute(left, right) == [1, 2, 3], "no"\n';

const marked = (body: string): Uint8Array =>
  new TextEncoder().encode(`>>>>> Start Test Output\n${body}\n>>>>> End Test Output\n`);

/** Output of builds and tests, then a line per test. */
const summary = (lineOf: (name: string, index: number) => string): Uint8Array =>
  marked(noise.repeat(Math.ceil(bytesWanted / noise.length)) + names.map(lineOf).join('\n'));

/** A line per test from beginning to end, each with an id of its own. */
const verbose = (lineOf: (name: string, index: number) => string): Uint8Array => {
  const lines = [];
  for (let bytes = 0, index = 0; bytes < bytesWanted; index += 1) {
    const name = names[index] ?? `tests/unit/test_more_${index >> 5}.py::TestClass::test_other_case[${index}]`;
    const line = lineOf(name, index);
    lines.push(line);
    bytes += line.length + 1;
  }
  return marked(lines.join('\n'));
};

/** A published log, over and over, so that it is long enough to be measured. */
const repeated = (path: string): Uint8Array | null => {
  const file = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks', path);
  if (!existsSync(file)) return null;
  const log = readFileSync(file);
  return Buffer.concat(Array.from({ length: Math.ceil(bytesWanted / log.length) }, () => log));
};

const realLogs = (): (readonly [name: string, parser: string, bytes: () => Uint8Array | null])[] => {
  const folder = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks');
  if (!existsSync(folder)) return [];
  const parserOf = (name: string): string =>
    ['django', 'sympy', 'matplotlib', 'seaborn'].find((word) => name.includes(word)) ??
    (/astropy|scikit|sphinx/.test(name) ? 'pytest_v2' : /requests|pylint/.test(name) ? 'pytest_options' : 'pytest');
  return readdirSync(join(folder, 'eval_py')).map((name) => [
    `the real log of ${name}`,
    parserOf(name),
    () => repeated(`eval_py/${name}/test_output.txt`),
  ]);
};

const logs: readonly (readonly [name: string, parser: string, bytes: () => Uint8Array | null])[] = [
  ['a summary of pytest', 'pytest', () => summary((name) => `PASSED ${name}`)],
  ['a summary of pytest (v2)', 'pytest_v2', () => summary((name) => `PASSED ${name}`)],
  ['results of Django', 'django', () => summary((name) => `${name} ... ok`)],
  ['TAP', 'tap', () => summary((name, index) => `ok ${index + 1} - ${name}`)],
  ['nothing but results of pytest', 'pytest', () => verbose((name) => `PASSED ${name}`)],
  ['pytest -v', 'pytest_v2', () => verbose((name, index) => `${name} PASSED      [ ${index % 100}%]`)],
  ['nothing but results of Django', 'django', () => verbose((name) => `${name} ... ok`)],
  ['nothing but results of vitest', 'vitest', () => verbose((name) => ` ✓ ${name} 3ms`)],
  ...realLogs(),
];

const splitting = (bytes: Uint8Array): number => new TextDecoder().decode(bytes).split('\n').length;

const gradingBy = ([name, parser, makeBytes]: (typeof logs)[number]): Bench => ({
  name: `grading ${name}`,
  limit,
  measure: async () => {
    const bytes = makeBytes();
    if (bytes === null) return { leftOut: 'TOUCHSTONE_DATA has no such log' };
    const grade = async () => gradeLog({ instance: instance(parser), log: bytes, rules: 'swebench-v5' });
    const times = await timeInTurn(rounds, grade, async () => splitting(bytes));
    return { ...times, unit: 'ms', meaning: `decoding and splitting the same ${Math.round(bytes.length / 1e6)} MB` };
  },
});

/** Grading a log, one bench for each kind. */
export const grading: readonly Bench[] = logs.map(gradingBy);
