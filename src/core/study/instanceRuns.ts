import type { ExtractionFinding } from '../evaluation/errorTypeOfExtraction';
import type { Outcome } from '../evaluation/outcome';
import { outcomeWords } from '../evaluation/outcomeWords';
import { groupBy } from '../shared/groupBy';
import type {
  Contradiction,
  EvaluationEntry,
  PredictionEntry,
  RunEntry,
  StudyCatalogue,
  TrajectoryEntry,
} from './catalogue';
import type { BlindFacet } from './hiddenFromRater';

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
  /** As in its prediction; absent where its row says nothing of it. */
  readonly extraction?: ExtractionFinding;
  /** Two sources that differ, on the repeat that is shown; absent where all agree. */
  readonly contradiction?: Contradiction;
  /** First repeat first. */
  readonly evaluations: readonly EvaluationEntry[];
  /** Absolute paths of what was found of how it came to be; absent where nothing. */
  readonly trajectories?: readonly string[];
  /** Outcome of the first repeat; an empty patch needs no evaluation; null is not evaluated. */
  readonly outcome: Outcome | null;
  /** While somebody judges: its letter, and what isn't told of it. Absent: nobody judges here. */
  readonly blind?: { readonly letter: string; readonly hidden: readonly BlindFacet[] };
}

const kindOf = (evaluation: EvaluationEntry): 'gold' | 'base' | 'evaluation' =>
  evaluation.model === 'gold' || evaluation.model === 'base' ? evaluation.model : 'evaluation';

/** Whether an evaluation of the same instance may be of this prediction: a patch that was changed never. */
const samePatch = (evaluation: EvaluationEntry, prediction: PredictionEntry): boolean =>
  (evaluation.attempt ?? 1) === (prediction.attempt ?? 1) &&
  (evaluation.patchHash === null || evaluation.patchHash === prediction.patchHash);

/** First repeat first. */
const byRepeat = (a: EvaluationEntry, b: EvaluationEntry): number => a.repeat - b.repeat;

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
  ...(prediction.extraction ? { extraction: prediction.extraction } : {}),
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

/** Whose rules the outcome that is shown is by: as our record says, else as its report says; null where unknown. */
export const rulesOfRun = ({ evaluations: [first] }: Pick<InstanceRun, 'evaluations'>): string | null =>
  first?.rules ?? first?.source?.rules ?? null;

/** The outcome in words; that it is hidden from who judges is none of "not evaluated". */
export const outcomeOfRun = ({ outcome, blind }: Pick<InstanceRun, 'outcome' | 'blind'>): string =>
  blind?.hidden.includes('tests') ? 'outcome hidden' : outcomeWords(outcome);

const order = { base: 0, gold: 1, prediction: 2, evaluation: 3 } as const;

/** The evaluations of one instance, each given to one prediction at most. */
class Evaluations {
  private readonly used = new Set<EvaluationEntry>();
  private readonly byRun: ReadonlyMap<string, readonly EvaluationEntry[]>;
  private byModel: ReadonlyMap<string, readonly EvaluationEntry[]> | undefined;

  constructor(private readonly all: readonly EvaluationEntry[]) {
    this.byRun = groupBy(all, ({ runId }) => runId);
  }

  ofRun({ run, prediction }: Owned): EvaluationEntry[] {
    return this.take(this.byRun.get(run.id) ?? none, prediction);
  }

  ofModel({ run, prediction }: Owned): EvaluationEntry[] {
    if (run.model === null) return [];
    this.byModel ??= groupBy(this.all, ({ model }) => model);
    return this.take(this.byModel.get(run.model) ?? none, prediction);
  }

  rest(): readonly EvaluationEntry[] {
    return this.used.size === this.all.length ? none : this.all.filter((evaluation) => !this.used.has(evaluation));
  }

  /** The repeats of one run and model that may be of the prediction; all of one run, never mixed. */
  private take(candidates: readonly EvaluationEntry[], prediction: PredictionEntry): EvaluationEntry[] {
    const own = candidates.filter((each) => !this.used.has(each) && samePatch(each, prediction)).sort(byRepeat);
    const taken = own.filter(({ runId, model }) => runId === own[0]?.runId && model === own[0]?.model);
    for (const evaluation of taken) this.used.add(evaluation);
    return taken;
  }
}

const none: readonly EvaluationEntry[] = [];

/**
 * Rows of one instance. Evaluations of each prediction: those of its own run first, then of what is left those of its
 * model. Each is given once, so that two attempts of one model do not share a result.
 */
const rowsOf = (predictions: readonly Owned[], found: readonly EvaluationEntry[]): InstanceRun[] => {
  if (found.length === 0) return predictions.map(({ run, prediction }) => predictionRow(run, prediction, []));
  const evaluations = new Evaluations(found);
  const ofRuns = predictions.map((owned) => evaluations.ofRun(owned));
  const rows = predictions.map((owned, at) => {
    const own = ofRuns[at] ?? [];
    return predictionRow(owned.run, owned.prediction, own.length > 0 ? own : evaluations.ofModel(owned));
  });
  const rest = evaluations.rest();
  if (rest.length === 0) return rows;
  for (const group of groupBy(rest, (e) => `${e.runId}\n${e.model}\n${e.attempt ?? 1}`).values()) {
    const sorted = group.sort(byRepeat);
    if (sorted[0]) rows.push(evaluationRow(sorted[0], sorted));
  }
  return rows.sort((a, b) => order[a.kind] - order[b.kind]);
};

interface Owned {
  readonly run: RunEntry;
  readonly prediction: PredictionEntry;
}

/** The rows of an instance with the trajectories of their runs. */
const withTrajectories = (rows: readonly InstanceRun[], found: readonly TrajectoryEntry[]): readonly InstanceRun[] => {
  const byRow = groupBy(found, ({ runId, attempt }) => `${attempt} ${runId}`);
  return rows.map((row) => {
    const own = byRow.get(`${row.attempt} ${row.runId}`);
    return own ? { ...row, trajectories: own.map(({ path }) => path) } : row;
  });
};

/** Every row of every instance, base and gold first, then the runs in the catalogue's order. Linear in its size. */
export const instanceRuns = (
  catalogue: Pick<StudyCatalogue, 'runs' | 'evaluations' | 'trajectories'>,
): ReadonlyMap<string, readonly InstanceRun[]> => {
  const owned = catalogue.runs.flatMap((run) => run.predictions.map((prediction) => ({ run, prediction })));
  const predictions = groupBy(owned, (o) => o.prediction.instanceId);
  const evaluations = groupBy(catalogue.evaluations, (e) => e.instanceId);
  const trajectories = groupBy(catalogue.trajectories ?? [], (t) => t.instanceId ?? '');
  const ids = new Set([...predictions.keys(), ...evaluations.keys()]);
  const rows = [...ids].map((id): readonly [string, readonly InstanceRun[]] => {
    const own = rowsOf(predictions.get(id) ?? [], evaluations.get(id) ?? []);
    const found = trajectories.get(id);
    return [id, found ? withTrajectories(own, found) : own];
  });
  return new Map(rows);
};
