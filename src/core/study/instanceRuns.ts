import type { Outcome } from '../evaluation/outcome';
import { groupBy } from '../shared/groupBy';
import type { Contradiction, EvaluationEntry, PredictionEntry, RunEntry, StudyCatalogue } from './catalogue';

/** One row of an instance's matrix: a prediction, or an evaluation that belongs to no predictions file here. */
export interface InstanceRun {
  /** Stable within a catalogue: run id, or run id and model for evaluations alone; `#2` for a second attempt in them. */
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
  /** `code`: the prediction is a solution and no patch; there is nothing to apply or to compare by hunk. */
  readonly patchKind?: 'patch' | 'code';
  /** Two sources that differ, on the repeat that is shown; absent where all agree. */
  readonly contradiction?: Contradiction;
  /** First repeat first. */
  readonly evaluations: readonly EvaluationEntry[];
  /** Outcome of the first repeat; an empty patch needs no evaluation; null is not evaluated. */
  readonly outcome: Outcome | null;
}

const kindOf = (evaluation: EvaluationEntry): 'gold' | 'base' | 'evaluation' =>
  evaluation.model === 'gold' || evaluation.model === 'base' ? evaluation.model : 'evaluation';

/** Whether an evaluation may be of this prediction: the same patch where its hash is known; a changed one never. */
const samePatch = (evaluation: EvaluationEntry, prediction: PredictionEntry): boolean =>
  evaluation.instanceId === prediction.instanceId &&
  (evaluation.attempt ?? 1) === (prediction.attempt ?? 1) &&
  (evaluation.patchHash === null || evaluation.patchHash === prediction.patchHash);

/** The repeats of one run and model that answer to `accepts`, first repeat first; all of one run, never mixed. */
const oneRun = (
  evaluations: readonly EvaluationEntry[],
  accepts: (evaluation: EvaluationEntry) => boolean,
): EvaluationEntry[] => {
  const own = evaluations.filter(accepts).sort((a, b) => a.repeat - b.repeat);
  return own.filter(({ runId, model }) => runId === own[0]?.runId && model === own[0]?.model);
};

const outcomeOf = (evaluations: readonly EvaluationEntry[], patchBytes: number | null): Outcome | null =>
  evaluations[0]?.outcome ?? (patchBytes === 0 ? { kind: 'none', reason: 'empty' } : null);

/** What only some rows have. */
const moreOf = (evaluations: readonly EvaluationEntry[]): Pick<InstanceRun, 'contradiction'> => {
  const contradiction = evaluations[0]?.contradiction;
  return contradiction ? { contradiction } : {};
};

const keyOf = (name: string, attempt: number | undefined): string =>
  attempt === undefined || attempt === 1 ? name : `${name}#${attempt}`;

const predictionRow = (run: RunEntry, prediction: PredictionEntry, evaluations: EvaluationEntry[]): InstanceRun => ({
  key: keyOf(run.id, prediction.attempt),
  kind: 'prediction',
  runId: run.id,
  model: run.model,
  attempt: prediction.attempt ?? run.attempt,
  instanceId: prediction.instanceId,
  predictionsPath: run.path,
  patchHash: prediction.patchHash,
  patchBytes: prediction.patchBytes,
  ...(prediction.kind === 'code' ? { patchKind: prediction.kind } : {}),
  ...moreOf(evaluations),
  evaluations,
  outcome: outcomeOf(evaluations, prediction.patchBytes),
});

const evaluationRow = (first: EvaluationEntry, evaluations: EvaluationEntry[]): InstanceRun => ({
  key: keyOf(`${first.runId}/${first.model}`, first.attempt),
  kind: kindOf(first),
  runId: first.runId,
  model: first.model,
  attempt: first.attempt ?? 1,
  instanceId: first.instanceId,
  predictionsPath: null,
  patchHash: first.patchHash,
  patchBytes: null,
  ...moreOf(evaluations),
  evaluations,
  outcome: outcomeOf(evaluations, null),
});

const order = { base: 0, gold: 1, prediction: 2, evaluation: 3 } as const;

/**
 * Evaluations of each prediction: those of its own run first, then of what is left those of its model. Each is given
 * once, so that two attempts of one model do not share a result.
 */
const assign = (
  predictions: readonly Owned[],
  evaluations: readonly EvaluationEntry[],
): Map<Owned, EvaluationEntry[]> => {
  const free = new Set(evaluations);
  const given = new Map<Owned, EvaluationEntry[]>();
  const give = (owned: Owned, sameName: (evaluation: EvaluationEntry) => boolean) => {
    if (given.has(owned)) return;
    const own = oneRun([...free], (e) => sameName(e) && samePatch(e, owned.prediction));
    for (const evaluation of own) free.delete(evaluation);
    if (own.length > 0) given.set(owned, own);
  };
  for (const owned of predictions) give(owned, ({ runId }) => runId === owned.run.id);
  for (const owned of predictions) give(owned, ({ model }) => owned.run.model !== null && model === owned.run.model);
  return given;
};

const rowsOf = (predictions: readonly Owned[], evaluations: readonly EvaluationEntry[]): InstanceRun[] => {
  const given = assign(predictions, evaluations);
  const rows = predictions.map((owned) => predictionRow(owned.run, owned.prediction, given.get(owned) ?? []));
  const used = new Set([...given.values()].flat());
  const rest = evaluations.filter((evaluation) => !used.has(evaluation));
  for (const group of groupBy(rest, (e) => `${e.runId}\n${e.model}\n${e.attempt ?? 1}`).values()) {
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
export const instanceRuns = (
  catalogue: Pick<StudyCatalogue, 'runs' | 'evaluations'>,
): ReadonlyMap<string, readonly InstanceRun[]> => {
  const owned = catalogue.runs.flatMap((run) => run.predictions.map((prediction) => ({ run, prediction })));
  const predictions = groupBy(owned, (o) => o.prediction.instanceId);
  const evaluations = groupBy(catalogue.evaluations, (e) => e.instanceId);
  const ids = new Set([...predictions.keys(), ...evaluations.keys()]);
  return new Map([...ids].map((id) => [id, rowsOf(predictions.get(id) ?? [], evaluations.get(id) ?? [])]));
};
