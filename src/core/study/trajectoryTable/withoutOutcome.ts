import type { TableRow } from './tableRow';

/** The row as a rater may see it before the verdict: nothing of how the tests ended, by the study or by its file. */
export const withoutOutcome = (row: TableRow): TableRow => ({
  ...row,
  ...{ outcome: null, outcomeFrom: null, isOutcomeHidden: true },
  facts: row.facts && { ...row.facts, resolved: null },
});
