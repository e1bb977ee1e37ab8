import type { Outcome } from '../../core/evaluation/outcome';
import type { VerdictSummary } from '../../protocol/app';

/** People's answers beside the automatic score: `right`, `right, wrong (2 raters)`, or ''. */
export const verdictWords = (verdicts: readonly VerdictSummary[]): string => {
  const overall = verdicts.map((verdict) => verdict.overall ?? 'cannot judge');
  const distinct = [...new Set(overall)];
  if (distinct.length === 0) return '';
  return overall.length > 1 ? `${distinct.join(', ')} (${overall.length} raters)` : distinct.join(', ');
};

/** "Passes, but wrong" and "fails, but right": where a person and the tests say different things. */
export const differs = (outcome: Outcome | null, verdicts: readonly VerdictSummary[]): boolean =>
  verdicts.some(
    (verdict) =>
      (outcome?.kind === 'resolved' && verdict.overall === 'wrong') ||
      (outcome?.kind === 'unresolved' && verdict.overall === 'right'),
  );
