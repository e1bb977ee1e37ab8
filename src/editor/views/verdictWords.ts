import type { Outcome } from '../../core/evaluation/outcome';
import { disagreement } from '../../core/review/disagreement';
import type { VerdictSummary } from '../../protocol/app';

/** People's answers beside the automatic score: `right`, `right, wrong (2 raters)`, or ''. */
export const verdictWords = (verdicts: readonly VerdictSummary[]): string => {
  const overall = verdicts.map((verdict) => verdict.overall ?? 'cannot judge');
  const distinct = [...new Set(overall)];
  if (distinct.length === 0) return '';
  return overall.length > 1 ? `${distinct.join(', ')} (${overall.length} raters)` : distinct.join(', ');
};

/** Whether a person and the tests say different things. */
export const differs = (outcome: Outcome | null, verdicts: readonly VerdictSummary[]): boolean =>
  verdicts.some(({ overall }) => disagreement(outcome, overall) !== null);
