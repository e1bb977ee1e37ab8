import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDataset } from '../../src/app/readDataset';
import type { GradeInput } from '../../src/core/evaluation/grade/grade';
import { gradeLog } from '../../src/core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../../src/core/evaluation/gradedInstance';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { type Bench, timeInTurn } from './bench';

const bytesWanted = 32e6;
const rounds = 7;
/** Grading reaches at least 0.7 of the speed of decoding the same bytes and splitting them into lines. */
const fastEnough = 1 / 0.7;
/** Where every line is a result, each id is also cut out, hashed and looked up. */
const allResults = 12;
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

type Kind = readonly [name: string, limit: number, parser: string, bytes: () => Uint8Array];

const kinds: readonly Kind[] = [
  ['a summary of pytest', fastEnough, 'pytest', () => summary((name) => `PASSED ${name}`)],
  ['a summary of pytest (v2)', fastEnough, 'pytest_v2', () => summary((name) => `PASSED ${name}`)],
  ['results of Django', fastEnough, 'django', () => summary((name) => `${name} ... ok`)],
  ['TAP', fastEnough, 'tap', () => summary((name, index) => `ok ${index + 1} - ${name}`)],
  ['nothing but results of pytest', allResults, 'pytest', () => verbose((name) => `PASSED ${name}`)],
  ['pytest -v', allResults, 'pytest_v2', () => verbose((name, index) => `${name} PASSED      [ ${index % 100}%]`)],
  ['nothing but results of Django', allResults, 'django', () => verbose((name) => `${name} ... ok`)],
  ['nothing but results of vitest', allResults, 'vitest', () => verbose((name) => ` ✓ ${name} 3ms`)],
];

const splitting = (bytes: Uint8Array): number => new TextDecoder().decode(bytes).split('\n').length;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const gradingBy = ([name, limit, parser, makeBytes]: Kind): Bench => ({
  name: `grading ${name}`,
  limit,
  measure: async () => {
    const bytes = makeBytes();
    const grade = async () => gradeLog({ instance: instance(parser), log: bytes, rules: 'swebench-v5' });
    const times = await timeInTurn(rounds, grade, async () => splitting(bytes));
    return { ...times, unit: 'ms', meaning: `decoding and splitting the same ${megabytes(bytes.length)}` };
  },
});

const data = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks');

/** The published logs with their own rows. */
const publishedLogs = async (): Promise<GradeInput[]> => {
  const rowsOf = async (name: string) => (await readDataset(nodeFiles, join(data, 'instances', name))).instances;
  const rows = new Map([
    ...(await rowsOf('verified_for_logs.jsonl')).map((row) => [row.id.replace(/^.*__/, ''), row] as const),
    ...(await rowsOf('js_for_logs.jsonl')).map((row) => [row.id, row] as const),
  ]);
  const folders = readdirSync(join(data, 'eval_py')).map((name) => [name, `eval_py/${name}/test_output.txt`] as const);
  const files = readdirSync(join(data, 'eval_js')).filter((name) => name.endsWith('.test_output.txt'));
  return [...folders, ...files.map((name) => [name, `eval_js/${name}`] as const)].flatMap(([name, path]) => {
    const row = [...rows].find(([id]) => name.startsWith(id))?.[1];
    return row ? [{ instance: row, log: new Uint8Array(readFileSync(join(data, path))), rules: 'swebench-v5' }] : [];
  });
};

const published: Bench = {
  name: 'grading the published logs',
  limit: fastEnough,
  measure: async () => {
    if (!existsSync(data)) return { leftOut: `${data} is not here (TOUCHSTONE_DATA)` };
    const logs = await publishedLogs();
    const often = async (work: (input: GradeInput) => unknown): Promise<void> => {
      for (let time = 0; time < 40; time += 1) for (const log of logs) work(log);
    };
    const split = (input: GradeInput) => splitting(input.log as Uint8Array);
    const times = await timeInTurn(
      rounds,
      () => often(gradeLog),
      () => often(split),
    );
    const bytes = logs.reduce((sum, { log }) => sum + log.length, 0);
    return {
      ...times,
      unit: 'ms',
      meaning: `decoding and splitting ${logs.length} logs, ${megabytes(bytes)}, 40 times`,
    };
  },
};

/** Grading logs, one bench for each kind. */
export const grading: readonly Bench[] = [published, ...kinds.map(gradingBy)];
