import type { RuleSetName } from '../evaluation/ruleSetName';
import { groupBy } from '../shared/groupBy';
import type { StudyCatalogue } from './catalogue';
import type { InstanceRun } from './instanceRuns';

/** One run over all instances: base, gold, a predictions file, or evaluations alone. */
export interface RunColumn {
  /** The `key` of its rows. */
  readonly key: string;
  readonly kind: InstanceRun['kind'];
  /** For people: `gold patch`, `base, no patch`, the run's id (`#2` for its second sample), its model where that is needed. */
  readonly label: string;
  readonly model: string | null;
  readonly attempt: number;
  /** Rule sets that gave its outcomes, in the order met; empty where none is recorded. */
  readonly rules: readonly RuleSetName[];
  /** Id of the run that it came from (`base` in the study file); null where it has none. */
  readonly parent: string | null;
}

const order = { base: 0, gold: 1, prediction: 2, evaluation: 3 } as const;

const labelOf = (first: InstanceRun, sameRun: number): string => {
  if (first.kind === 'prediction') return first.key;
  if (first.kind === 'evaluation') return sameRun > 1 ? first.key : first.runId;
  const usual = first.kind === 'gold' ? 'gold patch' : 'base, no patch';
  return first.runId === first.kind ? usual : `${usual} (${first.runId})`;
};

/** What is known of a run's rows so far. */
interface Met {
  first: InstanceRun | null;
  readonly rules: Set<RuleSetName>;
}

const meet = (
  catalogue: StudyCatalogue,
  rowsOf: ReadonlyMap<string, readonly InstanceRun[]>,
): ReadonlyMap<string, Met> => {
  const byKey = new Map<string, Met>(catalogue.runs.map(({ id }) => [id, { first: null, rules: new Set() }]));
  for (const rows of rowsOf.values())
    for (const row of rows) {
      const met = byKey.get(row.key) ?? { first: null, rules: new Set() };
      if (met.first === null) byKey.set(row.key, met);
      met.first ??= row;
      const rules = row.evaluations[0]?.rules;
      if (rules) met.rules.add(rules);
    }
  return byKey;
};

/**
 * The columns of a study: base, gold, its runs in the catalogue's order, then what was evaluated without a
 * predictions file; runs without a row are left out. Linear in the number of rows.
 */
export const runColumns = (
  catalogue: StudyCatalogue,
  rowsOf: ReadonlyMap<string, readonly InstanceRun[]>,
): readonly RunColumn[] => {
  const met = [...meet(catalogue, rowsOf).values()].flatMap(({ first, rules }) => (first ? [{ first, rules }] : []));
  const parents = new Map(catalogue.runs.map(({ id, base }) => [id, base]));
  const sameRun = groupBy(met, ({ first }) => first.runId);
  const columns = met.map(({ first, rules }): RunColumn => {
    const { key, kind, model, attempt, runId } = first;
    const label = labelOf(first, sameRun.get(runId)?.length ?? 1);
    return { key, kind, label, model, attempt, rules: [...rules], parent: parents.get(runId) ?? null };
  });
  return columns.sort((one, other) => order[one.kind] - order[other.kind]);
};

/** Named by its key, its run id or its label; null where no run or several answer to the name. */
export const columnNamed = (columns: readonly RunColumn[], name: string): RunColumn | null => {
  const exact = columns.find(({ key }) => key === name);
  if (exact) return exact;
  const others = columns.filter(
    ({ key, label, model }) => label === name || key.split('/')[0] === name || model === name,
  );
  return others.length === 1 ? (others[0] ?? null) : null;
};
