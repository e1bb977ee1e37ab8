import type { GradedInstance } from '../gradedInstance';

/** What a test did in one stage of Multi-SWE-bench: the base, with the test patch, with the fix as well. */
export type Stage = 'PASS' | 'FAIL' | 'SKIP' | 'NONE';

/** Results of one stage; a name that is absent is `NONE`. */
export type StageResults = ReadonlyMap<string, Stage>;

export interface Stages {
  readonly run: StageResults;
  readonly test: StageResults;
  readonly fix: StageResults;
}

/** The classes of tests: what the test stage gave before the fix passed. */
export const testClasses = ['p2p', 'f2p', 's2p', 'n2p'] as const;
export type TestClass = (typeof testClasses)[number];

/** Names that have to land in each class again. */
export type ExpectedClasses = Readonly<Record<TestClass, readonly string[]>>;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lists = [
  ['passed_tests', 'PASS'],
  ['failed_tests', 'FAIL'],
  ['skipped_tests', 'SKIP'],
] as const;

/** A stage's result as the row or a report has it, `{ passed_tests[], failed_tests[], skipped_tests[] }`; else null. */
export const stageOf = (value: unknown): StageResults | null => {
  if (!isFields(value) || !lists.some(([field]) => Array.isArray(value[field]))) return null;
  const stage = new Map<string, Stage>();
  for (const [field, status] of lists) {
    const names = value[field];
    if (Array.isArray(names)) for (const name of names) if (typeof name === 'string') stage.set(name, status);
  }
  return stage;
};

/** The row's results of the run and test stages; a text says what it lacks. */
export const stagesOfRow = (instance: GradedInstance): Omit<Stages, 'fix'> | string => {
  const run = stageOf(instance.extra?.['run_result']);
  const test = stageOf(instance.extra?.['test_patch_result']);
  if (run && test) return { run, test };
  const lacking = [run ? null : 'run_result', test ? null : 'test_patch_result'].filter((field) => field !== null);
  return `the row has no ${lacking.join(' and no ')}: these rules compare with the stages stored there`;
};

const namesOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
  return isFields(value) ? Object.keys(value) : [];
};

/** `p2p_tests`, `f2p_tests`, `s2p_tests` and `n2p_tests` of the row: maps by name, or lists of names. */
export const expectedClasses = ({ extra }: GradedInstance): ExpectedClasses => ({
  p2p: namesOf(extra?.['p2p_tests']),
  f2p: namesOf(extra?.['f2p_tests']),
  s2p: namesOf(extra?.['s2p_tests']),
  n2p: namesOf(extra?.['n2p_tests']),
});
