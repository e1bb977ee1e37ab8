import { patchKey } from '../../app/judgedBy';
import type { Sha256 } from '../../core/shared/hash';
import { readBlindPath } from '../../core/study/blind/blindPath';
import { blindRow } from '../../core/study/blind/blindRow';
import { lettersOf } from '../../core/study/blind/letters';
import { Mask } from '../../core/study/blind/mask';
import { yieldTo } from '../../core/study/blind/yieldTo';
import type { StudyCatalogue } from '../../core/study/catalogue';
import { type HiddenFromRater, hiddenFromRater } from '../../core/study/hiddenFromRater';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { type Blinding, defaultBlinding } from '../../core/study/studyFile';
import { pathBelow } from '../../core/study/studyPath';
import type { JudgingSession } from '../../io/store/judgingSession';

/** A prediction's row as it is, and as the rater may see it now. */
export interface BlindRow {
  readonly row: InstanceRun;
  readonly letter: string;
  readonly hidden: HiddenFromRater;
  readonly shown: InstanceRun;
}

export interface ViewSource {
  readonly session: JudgingSession;
  readonly catalogue: StudyCatalogue;
  readonly rowsOf: ReadonlyMap<string, readonly InstanceRun[]>;
  /** What the rater has judged, by `patchKey`. */
  readonly judged: ReadonlySet<string>;
  /** No rater's package: the files that tell are there. */
  readonly onScreenOnly: boolean;
  readonly sha256: Sha256;
  /** What raters are asked for, judged or not, in the study's order. */
  readonly toJudge: readonly InstanceRun[];
  readonly datasetOf: (instanceId: string) => string | null;
  /** Leaves lists of tests behind, which are megabytes. */
  readonly lean: (row: InstanceRun) => InstanceRun;
}

const namesIn = ({ runs, evaluations }: StudyCatalogue): readonly string[] => [
  ...runs.flatMap(({ id, model }) => [id, ...(model === null ? [] : [model])]),
  ...evaluations.flatMap(({ runId, model }) => (model === 'gold' || model === 'base' ? [] : [runId, model])),
];

/** `B` before `AA`. */
const order = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

const isPrediction = ({ kind }: InstanceRun): boolean => kind === 'prediction';

/** A study as the one who judges in it may see it: rows under letters, what opens by a verdict opened. */
export class BlindView {
  readonly session: JudgingSession;
  readonly blinding: Blinding;
  readonly onScreenOnly: boolean;
  readonly root: string;
  /** Of names and file names: no word of the mask stands in what it gives. */
  readonly names: Mask;
  /** Of statements and code: words that the study file names, and no others. */
  readonly words: Mask;
  private readonly made = new Map<string, readonly BlindRow[]>();
  private paths: ReadonlyMap<string, BlindRow> | undefined;
  private queue: readonly BlindRow[] | undefined;

  constructor(private readonly source: ViewSource) {
    const { session, catalogue, onScreenOnly } = source;
    this.session = session;
    this.onScreenOnly = onScreenOnly;
    this.root = catalogue.root;
    this.blinding = catalogue.blinding ?? defaultBlinding;
    this.words = new Mask(this.blinding.mask);
    this.names = new Mask([...namesIn(catalogue), ...this.blinding.mask]);
  }

  /** Predictions alone: what was evaluated without one, gold and base have no place at the desk. */
  rowsOf(instanceId: string): readonly BlindRow[] {
    const known = this.made.get(instanceId) ?? this.make(instanceId);
    this.made.set(instanceId, known);
    return known;
  }

  /** The row of one name: its letter, or the key or run id that it has where that is not hidden. */
  rowNamed(instanceId: string, name: string): BlindRow | null {
    const rows = this.rowsOf(instanceId);
    return (
      rows.find(({ shown }) => shown.key === name) ??
      rows.find(({ letter }) => letter === name) ??
      rows.find(({ row }) => row.key === name) ??
      rows.find(({ row }) => row.runId === name) ??
      null
    );
  }

  /** The row that a path is of: one that tells nothing, or that of a trajectory or an evaluation itself. */
  rowAt(path: string): BlindRow | null {
    const blind = readBlindPath(path);
    if (blind) return this.rowsOf(blind.instanceId).find(({ letter }) => letter === blind.letter) ?? null;
    this.paths ??= this.pathIndex();
    return this.paths.get(path) ?? null;
  }

  /** What such a path stands for, what follows it kept; any other path as it is. Null: for nothing that is here. */
  realPath(path: string): string | null {
    const blind = readBlindPath(path);
    if (blind === null) return path;
    const row = this.rowAt(path)?.row;
    if (!row) return null;
    if (blind.what === 'patch') return row.predictionsPath;
    if (blind.what === 'trajectory') return row.trajectories?.[blind.at] ?? null;
    return row.evaluations[blind.at]?.folder ?? null;
  }

  /** A path as it is kept: the real one, below the study's folder where it lies in it. */
  below(path: string): string {
    const real = this.realPath(path) ?? path;
    return pathBelow(this.root, real) ?? real;
  }

  /** A row without its lists of tests. */
  lean(row: InstanceRun): InstanceRun {
    return this.source.lean(row);
  }

  /** What waits for this rater: instances in the study's order, the predictions on one by their letters. */
  waiting(): readonly BlindRow[] {
    this.queue ??= this.makeQueue();
    return this.queue;
  }

  isDataset(path: string): boolean {
    return this.source.catalogue.datasets.some((dataset) => dataset.path === path);
  }

  datasetOf(instanceId: string): string | null {
    return this.source.datasetOf(instanceId);
  }

  /** How many predictions of the study this rater has judged. */
  judgedInAll(): number {
    return [...this.source.rowsOf.values()].flat().filter((row) => isPrediction(row) && this.isJudged(row)).length;
  }

  /** How many of an instance's predictions this rater has judged. */
  judgedOf(instanceId: string): number {
    return this.rowsOf(instanceId).filter(({ row }) => this.isJudged(row)).length;
  }

  /** What is hidden of the instance itself: as long as one of its predictions waits, everything that it would tell. */
  instanceHidden(instanceId: string): HiddenFromRater {
    const rows = this.rowsOf(instanceId);
    const hasVerdict = rows.length > 0 && rows.every(({ row }) => this.isJudged(row));
    return hiddenFromRater(this.blindingOn(instanceId, null), { isRating: true, hasVerdict });
  }

  /** What is hidden of anything that waits; what the form on the desk needs is shown of its own item alone. */
  get hidden(): HiddenFromRater {
    return hiddenFromRater(this.blinding, { isRating: true, hasVerdict: false });
  }

  /** The same of what lies on the desk, where something does. */
  waitingHidden(): HiddenFromRater {
    const { desk } = this.session;
    const blinding = desk ? yieldTo(this.blinding, desk.needed) : this.blinding;
    return hiddenFromRater(blinding, { isRating: true, hasVerdict: false });
  }

  private make(instanceId: string): readonly BlindRow[] {
    const rows = (this.source.rowsOf.get(instanceId) ?? []).filter(isPrediction);
    const seed = String(this.source.catalogue.seed ?? this.source.catalogue.studyId);
    const letters = lettersOf(
      rows.map(({ key }) => key),
      { seed, instanceId },
      this.source.sha256,
    );
    const blind = rows.map((row) => {
      const letter = letters.get(row.key) ?? '';
      const blinding = this.blindingOn(instanceId, row.key);
      const hidden = hiddenFromRater(blinding, { isRating: true, hasVerdict: this.isJudged(row) });
      return { row, letter, hidden, shown: blindRow(row, letter, hidden) };
    });
    // In the order of the study file the first would be of the same run everywhere.
    return blind.sort((one, other) => order(one.letter, other.letter));
  }

  private makeQueue(): readonly BlindRow[] {
    const asked = new Set(this.source.toJudge);
    const ids = new Set(this.source.toJudge.map(({ instanceId }) => instanceId));
    return [...ids].flatMap((id) => this.rowsOf(id).filter(({ row }) => asked.has(row) && !this.isJudged(row)));
  }

  private isJudged({ instanceId, patchHash }: InstanceRun): boolean {
    return this.source.judged.has(patchKey(instanceId, patchHash));
  }

  /** The rubric on the desk shows what it needs, of its own item alone; `rowKey` null: of the instance. */
  private blindingOn(instanceId: string, rowKey: string | null): Blinding {
    const { desk } = this.session;
    const isOnDesk = desk !== null && desk.instanceId === instanceId && (rowKey === null || desk.rowKey === rowKey);
    return isOnDesk ? yieldTo(this.blinding, desk.needed) : this.blinding;
  }

  private pathIndex(): ReadonlyMap<string, BlindRow> {
    const index = new Map<string, BlindRow>();
    for (const instanceId of this.source.rowsOf.keys())
      for (const blind of this.rowsOf(instanceId)) {
        for (const path of blind.row.trajectories ?? []) index.set(path, blind);
        for (const { folder } of blind.row.evaluations) index.set(folder, blind);
      }
    return index;
  }
}
