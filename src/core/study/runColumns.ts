import type { RuleSetName } from '../evaluation/ruleSetName';
import type { StudyCatalogue } from './catalogue';
import type { InstanceRun } from './instanceRuns';

/** One run over all instances: base, gold, a predictions file, or evaluations alone. */
export interface RunColumn {
  /** The `key` of its rows. */
  readonly key: string;
  readonly kind: InstanceRun['kind'];
  /** For people: `gold patch`, `base, no patch`, the run's id, its model where the id alone is taken. */
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
  if (first.kind === 'prediction') return first.runId;
  if (first.kind === 'evaluation') return sameRun > 1 ? first.key : first.runId;
  const usual = first.kind === 'gold' ? 'gold patch' : 'base, no patch';
  return first.runId === first.kind ? usual : `${usual} (${first.runId})`;
};

const columnOf = (rows: readonly InstanceRun[], sameRun: number, parent: string | null): RunColumn | null => {
  const first = rows[0];
  if (!first) return null;
  const rules = rows.flatMap(({ evaluations }) => evaluations.slice(0, 1).flatMap((one) => one.rules ?? []));
  return {
    key: first.key,
    kind: first.kind,
    label: labelOf(first, sameRun),
    model: first.model,
    attempt: first.attempt,
    rules: [...new Set(rules)],
    parent,
  };
};

/**
 * The columns of a study: base, gold, its runs in the catalogue's order (also those without a row), then what was
 * evaluated without a predictions file. Linear in the number of rows.
 */
export const runColumns = (
  catalogue: StudyCatalogue,
  rowsOf: ReadonlyMap<string, readonly InstanceRun[]>,
): readonly RunColumn[] => {
  const byKey = new Map<string, InstanceRun[]>(catalogue.runs.map(({ id }) => [id, []]));
  for (const rows of rowsOf.values())
    for (const row of rows) {
      const known = byKey.get(row.key);
      if (known) known.push(row);
      else byKey.set(row.key, [row]);
    }
  const parents = new Map(catalogue.runs.map(({ id, base }) => [id, base]));
  const runIds = [...byKey.values()].map((rows) => rows[0]?.runId);
  const columns = [...byKey.values()].flatMap((rows) => {
    const id = rows[0]?.runId;
    const parent = id === undefined ? null : (parents.get(id) ?? null);
    return columnOf(rows, runIds.filter((one) => one === id).length, parent) ?? [];
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
