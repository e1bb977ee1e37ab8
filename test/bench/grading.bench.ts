import { gradeLog } from '../../src/core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../../src/core/evaluation/gradedInstance';

export interface Measured {
  readonly name: string;
  /** Megabytes (10^6 bytes) per second. */
  readonly value: number;
  readonly baseline: number;
  /** How many times longer grading takes than decoding and splitting the same bytes. */
  readonly ratio: number;
  readonly budget: number;
}

const megabytes = 32;
const rounds = 9;
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

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const timed = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const measure = (logParser: string, bytes: Uint8Array): Measured => {
  const grades: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(timed(() => decode(bytes).split('\n').length));
    grades.push(timed(() => gradeLog({ instance: instance(logParser), log: decode(bytes), rules: 'swebench-v5' })));
  }
  const rate = (milliseconds: number): number => bytes.length / 1e3 / milliseconds;
  const [value, baseline] = [rate(median(grades.slice(2))), rate(median(baselines.slice(2)))];
  return {
    name: `grade by ${logParser} / decode and split (MB/s)`,
    value,
    baseline,
    ratio: baseline / value,
    budget: 12,
  };
};

/** Grading a log against decoding and splitting the same bytes, interleaved in one run. */
export async function bench(): Promise<Measured[]> {
  return logs.map(([logParser, bytes]) => measure(logParser, bytes()));
}
