import type { Outcome } from '../evaluation/outcome';
import type { EvaluationEntry, PredictionEntry, RunEntry, StudyCatalogue } from './catalogue';

/** One row of an instance's matrix: a prediction, or an evaluation that belongs to no predictions file here. */
export interface InstanceRun {
  /** Stable within a catalogue: run id, or run id and model for evaluations alone. */
  readonly key: string;
  readonly kind: 'prediction' | 'gold' | 'base' | 'evaluation';
  readonly runId: string;
  readonly model: string | null;
  readonly attempt: number;
  readonly instanceId: string;
  /** Absolute path of the predictions file; null for rows that come from an evaluation alone. */
  readonly predictionsPath: string | null;
  readonly patchHash: string | null;
  readonly patchBytes: number | null;
  /** First repeat first. */
  readonly evaluations: readonly EvaluationEntry[];
  /** Outcome of the first repeat; an empty patch needs no evaluation; null is not evaluated. */
  readonly outcome: Outcome | null;
}

const kindOf = (evaluation: EvaluationEntry): 'gold' | 'base' | 'evaluation' =>
  evaluation.model === 'gold' || evaluation.model === 'base' ? evaluation.model : 'evaluation';

/**
 * Whether an evaluation is of this prediction: the same patch where both hashes are known (a changed patch is another
 * subject), and the same run or model; without a hash the run's or the model's name decides.
 */
const belongs = (evaluation: EvaluationEntry, run: RunEntry, prediction: PredictionEntry): boolean => {
  if (evaluation.instanceId !== prediction.instanceId) return false;
  const sameName = evaluation.runId === run.id || (run.model !== null && evaluation.model === run.model);
  if (!sameName) return false;
  return evaluation.patchHash === null || evaluation.patchHash === prediction.patchHash;
};

const byPreference = (run: RunEntry) => (a: EvaluationEntry, b: EvaluationEntry) =>
  Number(b.runId === run.id) - Number(a.runId === run.id) || a.repeat - b.repeat;

const outcomeOf = (evaluations: readonly EvaluationEntry[], patchBytes: number | null): Outcome | null =>
  evaluations[0]?.outcome ?? (patchBytes === 0 ? { kind: 'none', reason: 'empty' } : null);

const predictionRow = (run: RunEntry, prediction: PredictionEntry, evaluations: EvaluationEntry[]): InstanceRun => ({
  key: run.id,
  kind: 'prediction',
  runId: run.id,
  model: run.model,
  attempt: run.attempt,
  instanceId: prediction.instanceId,
  predictionsPath: run.path,
  patchHash: prediction.patchHash,
  patchBytes: prediction.patchBytes,
  evaluations,
  outcome: outcomeOf(evaluations, prediction.patchBytes),
});

const evaluationRow = (first: EvaluationEntry, evaluations: EvaluationEntry[]): InstanceRun => ({
  key: `${first.runId}/${first.model}`,
  kind: kindOf(first),
  runId: first.runId,
  model: first.model,
  attempt: 1,
  instanceId: first.instanceId,
  predictionsPath: null,
  patchHash: first.patchHash,
  patchBytes: null,
  evaluations,
  outcome: outcomeOf(evaluations, null),
});

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

const order = { base: 0, gold: 1, prediction: 2, evaluation: 3 } as const;

const rowsOf = (instanceId: string, predictions: readonly Owned[], evaluations: EvaluationEntry[]): InstanceRun[] => {
  const used = new Set<EvaluationEntry>();
  const rows = predictions.map(({ run, prediction }) => {
    const own = evaluations.filter((e) => belongs(e, run, prediction)).sort(byPreference(run));
    const sameRun = own.filter((e) => e.runId === own[0]?.runId);
    for (const evaluation of sameRun) used.add(evaluation);
    return predictionRow(run, prediction, sameRun);
  });
  const rest = evaluations.filter((e) => e.instanceId === instanceId && !used.has(e));
  for (const group of groupBy(rest, (e) => `${e.runId}\n${e.model}`).values()) {
    const sorted = group.sort((a, b) => a.repeat - b.repeat);
    if (sorted[0]) rows.push(evaluationRow(sorted[0], sorted));
  }
  return rows.sort((a, b) => order[a.kind] - order[b.kind]);
};

interface Owned {
  readonly run: RunEntry;
  readonly prediction: PredictionEntry;
}

/** Every row of every instance, base and gold first, then the runs in the catalogue's order. Linear in its size. */
export const instanceRuns = (catalogue: StudyCatalogue): ReadonlyMap<string, readonly InstanceRun[]> => {
  const owned = catalogue.runs.flatMap((run) => run.predictions.map((prediction) => ({ run, prediction })));
  const predictions = groupBy(owned, (o) => o.prediction.instanceId);
  const evaluations = groupBy(catalogue.evaluations, (e) => e.instanceId);
  const ids = new Set([...predictions.keys(), ...evaluations.keys()]);
  return new Map([...ids].map((id) => [id, rowsOf(id, predictions.get(id) ?? [], evaluations.get(id) ?? [])]));
};
