import { gradeLog } from '../../src/core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../../src/core/evaluation/gradedInstance';
import { type Bench, timeInTurn } from './bench';

const megabytes = 32;
const rounds = 7;
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

/** A log as they are: mostly output of builds and tests, then a line per test. */
const makeLog = (lineOf: (name: string, index: number) => string): Uint8Array => {
  const noise = 'tests/unit/test_module.py:118: in helper    assert compute(left, right) == [1, 2, 3], "no"\n';
  const filler = noise.repeat(Math.ceil((megabytes * 1e6) / noise.length));
  const results = names.map(lineOf).join('\n');
  return new TextEncoder().encode(`>>>>> Start Test Output\n${filler}${results}\n>>>>> End Test Output\n`);
};

const logs: readonly (readonly [parser: string, bytes: () => Uint8Array])[] = [
  ['pytest', () => makeLog((name) => `PASSED ${name}`)],
  ['pytest_v2', () => makeLog((name) => `PASSED ${name}`)],
  ['django', () => makeLog((name) => `${name} ... ok`)],
  ['tap', () => makeLog((name, index) => `ok ${index + 1} - ${name}`)],
];

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const gradingBy = ([parser, makeBytes]: (typeof logs)[number]): Bench => ({
  name: `grading ${megabytes} MB by ${parser}`,
  limit: 12,
  measure: async () => {
    const bytes = makeBytes();
    const grade = async () => gradeLog({ instance: instance(parser), log: decode(bytes), rules: 'swebench-v5' });
    const times = await timeInTurn(rounds, grade, async () => decode(bytes).split('\n').length);
    return { ...times, unit: 'ms', meaning: 'decoding and splitting the same bytes' };
  },
});

/** Grading a log, one bench for each parser. */
export const grading: readonly Bench[] = logs.map(gradingBy);
