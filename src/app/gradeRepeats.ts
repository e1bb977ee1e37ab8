import { outcomesDiffer, outcomesInWords } from '../core/evaluation/grade/repeatedOutcomes';
import { overRepeats, type RepeatedTest } from '../core/evaluation/grade/repeats';
import { groupBy } from '../core/shared/groupBy';
import { type ShareInterval, wilsonInterval } from '../core/shared/wilson';
import { runAndRepeat } from '../core/study/evaluationOutcome';
import type { GradedEntry } from './gradeBeside';

/** A required test that did not come out the same in every repeat. */
interface FlakyTest extends Pick<RepeatedTest, 'name' | 'required' | 'passed' | 'failed' | 'leftOut'> {
  /** Repeats that have a verdict, and Wilson's 95% interval of the share that passed. */
  readonly of: number;
  readonly interval: ShareInterval | null;
}

const flakyTests = (repeats: readonly GradedEntry[]): readonly FlakyTest[] => {
  const { tests, counted } = overRepeats(repeats.map(({ grade }) => grade));
  return tests
    .filter(({ flaky }) => flaky)
    .map(({ flaky: _, ...test }) => ({ ...test, of: counted, interval: wilsonInterval(test.passed, counted) }));
};

/** Required tests that pass in some repeats of an evaluation and not in others. */
export interface FlakyInstance {
  readonly id: string;
  readonly tests: readonly FlakyTest[];
  /** The outcomes of all its repeats, counted in words. */
  readonly outcomes: string;
}

export interface Repeats {
  /** The same grades in their order, repeats of one evaluation numbered as its attempts. */
  readonly graded: readonly GradedEntry[];
  readonly flaky: readonly FlakyInstance[];
}

/** The place of a log without the number of its repeat (`heron.r2`), and that number. */
const placeOf = (path: string): { readonly place: string; readonly repeat: number } => {
  let repeat = 1;
  const parts = path.split('/').map((part) => {
    const read = runAndRepeat(part);
    if (read.repeat > 1) repeat = read.repeat;
    return read.runId;
  });
  return { place: parts.join('/'), repeat };
};

/** Repeats by the harness's folders: `<run>/<model>/<instance>` and `<run>.r2/<model>/<instance>` are of one evaluation. */
export const joinRepeats = (graded: readonly GradedEntry[]): Repeats => {
  const single = graded.filter(({ attempt }) => attempt === undefined);
  const groups = [
    ...groupBy(single, ({ path, grade }) => JSON.stringify([grade.id, placeOf(path).place])).values(),
  ].filter((group) => group.length > 1);
  const repeated = new Set(groups.flat());
  const flaky = groups.map((group) => ({
    id: group[0]?.grade.id ?? '',
    tests: flakyTests(group),
    outcomes: outcomesInWords(group.map(({ grade }) => grade.outcome)),
    differs: outcomesDiffer(group.map(({ grade }) => grade.outcome)),
  }));
  return {
    graded: graded.map((log) => (repeated.has(log) ? { ...log, attempt: placeOf(log.path).repeat } : log)),
    flaky: flaky
      .filter(({ tests, differs }) => tests.length > 0 || differs)
      .map(({ differs: _, ...instance }) => instance),
  };
};
