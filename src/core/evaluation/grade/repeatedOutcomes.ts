import { groupBy } from '../../shared/groupBy';
import type { Outcome } from '../outcome';
import { outcomeWords } from '../outcomeWords';
import type { InstanceReport, RequiredTest, TestsStatusGroup } from '../report';
import type { RepeatedTest } from './repeats';

/** `resolved 3 of 5, unresolved 1, no verdict: time-out 1`: repeats are counted, never averaged into one outcome. */
export const outcomesInWords = (outcomes: readonly Outcome[]): string => {
  const groups = [...groupBy(outcomes, outcomeWords)];
  return groups
    .map(([words, same], at) => `${words} ${same.length}${at === 0 ? ` of ${outcomes.length}` : ''}`)
    .join(', ');
};

const isUnknown = (outcome: Outcome): boolean => outcome.kind === 'none' && outcome.reason === 'infrastructure';

/** Whether repeats of one evaluation came out differently. One on which the machinery failed says nothing of it. */
export const outcomesDiffer = (outcomes: readonly Outcome[]): boolean =>
  new Set(outcomes.filter((outcome) => !isUnknown(outcome)).map(outcomeWords)).size > 1;

/** Required tests that the reports of several repeats don't say the same of; lists are sets here. */
export const flakyInReports = (reports: readonly InstanceReport[]): readonly RepeatedTest[] => {
  const statuses = reports.flatMap(({ tests_status: status }) => (status === undefined ? [] : [status]));
  const ofList = (required: RequiredTest['required']): RepeatedTest[] => {
    const lists: readonly TestsStatusGroup[] = statuses.map((status) => status[required]);
    const names = new Set(lists.flatMap(({ success, failure }) => [...success, ...failure]));
    const passing = lists.map(({ success }) => new Set(success));
    const failing = lists.map(({ failure }) => new Set(failure));
    return [...names].map((name) => {
      const passed = passing.filter((set) => set.has(name)).length;
      const failed = failing.filter((set) => set.has(name)).length;
      const leftOut = lists.length - passed - failed;
      return { name, required, passed, failed, leftOut, flaky: Math.max(passed, failed, leftOut) < lists.length };
    });
  };
  return [...ofList('FAIL_TO_PASS'), ...ofList('PASS_TO_PASS')].filter(({ flaky }) => flaky);
};
