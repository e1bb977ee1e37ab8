import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { TestsStatusGroup } from '../../core/evaluation/report';
import type { EvaluatedItem } from '../evaluation/request';

const part = (name: string, group: TestsStatusGroup | undefined): readonly string[] => {
  const total = group === undefined ? 0 : group.success.length + group.failure.length;
  return group === undefined || total === 0 ? [] : [`${name} ${group.success.length} of ${total}`];
};

/** `unresolved; FAIL_TO_PASS 1 of 2, PASS_TO_PASS 27 of 27`: how the tests came out, for one line. */
export const stepTestWords = ({ outcome, report }: Pick<EvaluatedItem, 'outcome' | 'report'>): string => {
  const status = report?.tests_status;
  const counts = [...part('FAIL_TO_PASS', status?.FAIL_TO_PASS), ...part('PASS_TO_PASS', status?.PASS_TO_PASS)];
  return [outcomeWords(outcome), ...(counts.length > 0 ? [counts.join(', ')] : [])].join('; ');
};
