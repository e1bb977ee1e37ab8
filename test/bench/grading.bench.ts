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
/** In the long logs, one line of so many is a result; in the published ones it is one of 2 to one of 35. */
const linesPerResult = 20;
const names = Array.from({ length: 2000 }, (_, index) => `tests/unit/test_module.py::TestClass::test_case[${index}]`);
const nameOf = (index: number): string =>
  names[index] ?? `tests/unit/test_more_${index >> 5}.py::TestClass::test_other_case[${index}]`;

const instance = (logParser: string): GradedInstance => ({
  id: 'owner__name-1',
  repo: 'owner/name',
  version: '1.0',
  failToPass: names.slice(0, 10),
  passToPass: names.slice(10),
  logParser,
  evalType: 'pass_and_fail',
});

/** What builds and tests print between the results. */
const output = [
  'tests/unit/test_module.py:118: in helper    assert compute(left, right) == [1, 2, 3], "no"',
  '    def compute(left, right):',
  '>       assert sorted(left) == sorted(right)',
  'E       AssertionError: assert [1, 2, 3] == [1, 2, 4]',
  '',
  'Requirement already satisfied: numpy>=1.22 in /opt/env/lib/python3.11/site-packages (from name==1.0) (1.26.4)',
  '  gcc -pthread -B /opt/env/compiler_compat -Wall -fPIC -O2 -I/opt/env/include -c src/wrapper.c -o build/wrapper.o',
  'src/wrapper.c:1042:17: warning: variable "count" set but not used [-Wunused-but-set-variable]',
  '-------------------------------- Captured log call --------------------------------',
  'WARNING  name.worker:worker.py:311 retrying 4 of 10 after 0.25 s: connection reset by peer',
  '  /opt/env/lib/python3.11/site-packages/name/core.py:77: DeprecationWarning: use `other` instead.',
  'Creating table auth_permission',
];

type LineOf = (name: string, index: number) => string;

/** A log of which one line in `every` is a result, each with an id of its own. */
const logOf = (lineOf: LineOf, every: number): Uint8Array => {
  const lines = ['>>>>> Start Test Output'];
  for (let bytes = 0, index = 0; bytes < bytesWanted; index += 1) {
    const isResult = index % every === 0;
    const line = isResult ? lineOf(nameOf(index / every), index / every) : (output[(index * 7) % output.length] ?? '');
    lines.push(line);
    bytes += line.length + 1;
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n>>>>> End Test Output\n`);
};

type Kind = readonly [name: string, parser: string, lineOf: LineOf];

const kinds: readonly Kind[] = [
  ['pytest', 'pytest', (name) => `PASSED ${name}`],
  ['pytest (v2)', 'pytest_v2', (name) => `PASSED ${name}`],
  ['Django', 'django', (name) => `${name} ... ok`],
  ['TAP', 'tap', (name, index) => `ok ${index + 1} - ${name}`],
  ['vitest', 'vitest', (name) => ` ✓ ${name} 3ms`],
];

const splitting = (bytes: Uint8Array): number => new TextDecoder().decode(bytes).split('\n').length;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const gradingBy = (name: string, limit: number | null, parser: string, makeBytes: () => Uint8Array): Bench => ({
  name,
  limit,
  measure: async () => {
    const bytes = makeBytes();
    const grade = async () => gradeLog({ instance: instance(parser), log: bytes, rules: 'swebench-v5' });
    const times = await timeInTurn(rounds, grade, async () => splitting(bytes));
    return { ...times, unit: 'ms', meaning: `decoding and splitting the same ${megabytes(bytes.length)}` };
  },
});

const longLogs = kinds.map(([name, parser, lineOf]) =>
  gradingBy(`grading a long log of ${name}, a result on ${100 / linesPerResult} of 100 lines`, fastEnough, parser, () =>
    logOf(lineOf, linesPerResult),
  ),
);

/** Where every line is a result, each id is also cut out, hashed and looked up: no claim is made on such logs. */
const nothingElse = kinds.map(([name, parser, lineOf]) =>
  gradingBy(`grading nothing but results of ${name}`, null, parser, () => logOf(lineOf, 1)),
);

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

/** Each log by itself, again and again, so that the code is warm; the lowest of all times, as other work disturbs. */
const timeOf = (work: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 200; time += 1) {
    const started = performance.now();
    work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const published: Bench = {
  name: 'grading the published logs, one by one',
  limit: fastEnough,
  measure: async () => {
    if (!existsSync(data)) return { leftOut: `${data} is not here (TOUCHSTONE_DATA)` };
    const logs = await publishedLogs();
    for (let round = 0; round < 20; round += 1) for (const log of logs) gradeLog(log);
    return {
      ours: sumOf(logs.map((log) => timeOf(() => gradeLog(log)))),
      against: sumOf(logs.map(({ log }) => timeOf(() => splitting(log as Uint8Array)))),
      unit: 'ms',
      meaning: `decoding and splitting each of ${logs.length} logs, ${megabytes(sumOf(logs.map(({ log }) => log.length)))}`,
    };
  },
};

/** Grading logs, one bench for each kind. */
export const grading: readonly Bench[] = [published, ...longLogs, ...nothingElse];
