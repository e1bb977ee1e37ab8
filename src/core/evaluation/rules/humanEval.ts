import { noVerdict, nowhere, rulingOfTests } from './judgeTests';
import type { RuleSet, Ruling } from './ruleSet';

/** One line of `<samples>_results.jsonl`: `{ task_id, completion, result, passed }`. */
export interface Sample {
  readonly taskId: string;
  readonly passed: boolean;
  /** `passed`, `timed out` or `failed: <error>`; null where the line has none. */
  readonly result: string | null;
}

/** A line as a sample; a text says what it lacks. */
export const sampleOf = (row: unknown): Sample | string => {
  if (typeof row !== 'object' || row === null) return 'an object with task_id and passed expected';
  const { task_id: taskId, passed, result } = row as Readonly<Record<string, unknown>>;
  if (typeof taskId !== 'string') return 'task_id: text expected';
  if (typeof passed !== 'boolean') return 'passed: true or false expected; grade the samples first';
  return { taskId, passed, result: typeof result === 'string' ? result : null };
};

/**
 * HumanEval: the completion runs through every assertion in time. Running out of time is its own failure, since the
 * limit (3 seconds) is part of the task, and not one of the machine.
 */
export const decideSample = (sample: Sample): Ruling => {
  const words = sample.passed ? 'every assertion passed in time' : (sample.result ?? 'not passed');
  const test = {
    name: 'check',
    required: 'FAIL_TO_PASS',
    success: sample.passed,
    status: sample.passed ? 'PASSED' : 'FAILED',
    matched: 'exact',
    ...nowhere,
  } as const;
  const slow = sample.result === 'timed out';
  const rule = sample.passed ? 'humaneval.passed' : slow ? 'humaneval.time-out' : 'humaneval.failed';
  return rulingOfTests([test], sample.passed, rule, words);
};

/**
 * The unbiased estimate of pass@k from `n` samples of which `c` passed (Chen et al. 2021, "Evaluating Large Language
 * Models Trained on Code", equation 1): 1 - C(n - c, k) / C(n, k), as a product. Null where n < k.
 */
export const passAtK = (n: number, c: number, k: number): number | null => {
  if (n < k || k < 1) return null;
  if (n - c < k) return 1;
  let missed = 1;
  for (let i = n - c + 1; i <= n; i += 1) missed *= 1 - k / i;
  return 1 - missed;
};

export interface PassAtK {
  readonly k: number;
  /** Mean over problems; null with the reason where the benchmark would refuse it. */
  readonly value: number | null;
  readonly reason: string | null;
}

/** Mean pass@k over all problems of the dataset; the benchmark wants every problem attempted, at least k times. */
export const meanPassAtK = (samples: readonly Sample[], problems: readonly string[], k: number): PassAtK => {
  const counts = new Map(problems.map((id) => [id, { n: 0, c: 0 }]));
  for (const { taskId, passed } of samples) {
    const count = counts.get(taskId);
    if (!count) continue;
    count.n += 1;
    count.c += passed ? 1 : 0;
  }
  const missing = [...counts.values()].filter(({ n }) => n === 0).length;
  if (missing > 0 || problems.length === 0)
    return { k, value: null, reason: `${missing} of ${problems.length} problems were not attempted` };
  const values = [...counts.values()].map(({ n, c }) => passAtK(n, c, k));
  const known = values.filter((value) => value !== null);
  const few = values.length - known.length;
  if (few > 0) return { k, value: null, reason: `${few} problems have fewer than ${k} samples` };
  return { k, value: known.reduce((sum, value) => sum + value, 0) / known.length, reason: null };
};

/** HumanEval has no rule over a log: its results file says what each sample did. */
export const humanEvalRules: RuleSet = {
  name: 'humaneval',
  title: 'HumanEval',
  markers: 'none',
  keeps: 'required',
  decide: (instance) =>
    noVerdict(instance, 'humaneval.log', 'error', 'HumanEval grades by <samples>_results.jsonl, not by a log'),
};
