import { KnownIds } from '../instance/instanceAlias';
import type { Trajectory } from '../run/trajectory/trajectory';
import type { RunEntry, StudyCatalogue, TrajectoryEntry } from './catalogue';
import type { InstanceRun } from './instanceRuns';
import { folderOf, nameOf, pathBelow } from './studyPath';
import { attemptInPath, instanceOfTrajectory, pathNames } from './trajectoryNames';
import type { TrajectoryPlace } from './trajectoryPlace';

/** What of a trajectory says where it belongs; its final patch as it is, or its size alone. */
export type PlacedHead = Pick<Trajectory, 'instanceId' | 'runId' | 'model'> & {
  readonly finalPatch?: Trajectory['finalPatch'];
  /** In UTF-8. */
  readonly patchBytes?: number | null;
};

/** A study whose trajectories are placed. */
export interface PlacingStudy {
  readonly catalogue: Pick<StudyCatalogue, 'root' | 'datasets' | 'runs' | 'evaluations' | 'trajectories'>;
  /** As `instanceRuns` gives them. */
  readonly rows: ReadonlyMap<string, readonly InstanceRun[]>;
}

/** Where a run's files lie: the folder that its predictions are, or the one that holds their file. */
export const folderOfRun = ({ path }: RunEntry): string =>
  /\.(?:jsonl?|ndjson|csv|parquet|pred)(?:\.gz)?$/i.test(path) ? folderOf(path) : path;

/** Runs whose folder holds the path, those of the innermost folder alone. */
const runsAround = (runs: readonly RunEntry[], path: string): readonly RunEntry[] => {
  const around = runs.filter((run) => pathBelow(folderOfRun(run), path) !== null);
  const longest = Math.max(0, ...around.map((run) => folderOfRun(run).length));
  return around.filter((run) => folderOfRun(run).length === longest);
};

/** As a study keeps the files of a run (`runs/<run-id>/trajectories`). */
const ownRunFolder = /(?:^|\/)runs\/[^/]+\/trajectories\//;

const bytesOf = ({ patchBytes, finalPatch }: PlacedHead): number =>
  patchBytes ?? (finalPatch ? new TextEncoder().encode(finalPatch.text).length : 0);

/** The same patch by its size; a line end at its end is cut by some. */
const isPatchOf = (head: PlacedHead, row: InstanceRun): boolean =>
  row.patchBytes === null || Math.abs(row.patchBytes - bytesOf(head)) <= 1;

const siblingKey = (of: Pick<TrajectoryEntry, 'runId' | 'instanceId' | 'attempt'>): string =>
  `${of.runId}\n${of.instanceId}\n${of.attempt}`;

const only = <T>(items: readonly T[]): T | null => (items.length === 1 ? (items[0] ?? null) : null);

/** Places trajectories of one study; what it looks up is made once, so that a thousand are placed at once. */
export class TrajectoryPlacing {
  private readonly datasetOf = new Map<string, string>();
  private readonly known: ReadonlySet<string>;
  private readonly ids: KnownIds;
  /** How many trajectories of one row there are, by their paths. */
  private readonly siblings = new Map<string, number>();

  constructor(private readonly study: PlacingStudy) {
    for (const { path, instances } of study.catalogue.datasets)
      for (const { id } of instances) if (!this.datasetOf.has(id)) this.datasetOf.set(id, path);
    this.known = new Set([...this.datasetOf.keys(), ...study.rows.keys()]);
    this.ids = new KnownIds(this.known);
    for (const entry of study.catalogue.trajectories ?? []) {
      const key = siblingKey(entry);
      this.siblings.set(key, (this.siblings.get(key) ?? 0) + 1);
    }
  }

  /**
   * Everything but the instance itself. The run: by its folder; else by a part of the path, or the file's own word, that
   * is its id; else by the model, where one run alone of it answers the instance. Which attempt stays unknown (null, and
   * with it the outcome) where a run has several and nothing says one.
   */
  place(path: string, head: PlacedHead): TrajectoryPlace {
    const { root } = this.study.catalogue;
    const below = pathBelow(root, path) ?? nameOf(path);
    const instanceId = instanceOfTrajectory(this.known, this.ids, head.instanceId, below);
    const rows = instanceId === null ? [] : (this.study.rows.get(instanceId) ?? []);
    const run = this.runOf(path, below, head, rows);
    const row = run ? this.attemptOf(rows, run, below) : this.evaluatedAlone(rows, below, head);
    const evaluated = row !== null && this.isEvaluated(row, head) ? row : null;
    return {
      studyFolder: root,
      datasetPath: instanceId === null ? null : (this.datasetOf.get(instanceId) ?? null),
      instanceId,
      instance: null,
      runId: row?.runId ?? run?.id ?? null,
      model: row?.model ?? run?.model ?? null,
      attempt: row?.attempt ?? (rows.some(({ runId }) => runId === run?.id) ? null : (run?.attempt ?? null)),
      predictionsPath: row?.predictionsPath ?? run?.path ?? null,
      outcome: evaluated?.outcome ?? null,
      evaluationFolder: evaluated?.evaluations[0]?.folder ?? null,
    };
  }

  private isEvaluated(row: InstanceRun, head: PlacedHead): boolean {
    return (this.siblings.get(siblingKey(row)) ?? 0) < 2 || isPatchOf(head, row);
  }

  private runOf(path: string, below: string, head: PlacedHead, rows: readonly InstanceRun[]): RunEntry | null {
    const { runs } = this.study.catalogue;
    const around = runsAround(runs, path);
    const alone = only(around);
    if (alone) return alone;
    const among = around.length > 0 ? around : runs;
    const named = only(among.filter(({ id, path: of }) => pathNames(below, id) || id === head.runId || of === path));
    // A run of its own that has no prediction yet is none of those that are known.
    if (named || ownRunFolder.test(below)) return named;
    const ofModel = among.filter(({ id, model }) => model === head.model && rows.some((row) => row.runId === id));
    return head.model === null ? null : only(ofModel);
  }

  private attemptOf(rows: readonly InstanceRun[], run: RunEntry, below: string): InstanceRun | null {
    const own = rows.filter(({ runId, kind }) => runId === run.id && kind === 'prediction');
    const said = attemptInPath(below);
    return only(own) ?? own.find(({ attempt }) => attempt === said) ?? null;
  }

  /** Of evaluations that belong to no predictions here: `logs/run_evaluation/<run>/<model>/<instance>/`. */
  private evaluatedAlone(rows: readonly InstanceRun[], below: string, head: PlacedHead): InstanceRun | null {
    const own = rows.filter(({ predictionsPath }) => predictionsPath === null);
    return only(own.filter(({ runId }) => pathNames(below, runId) || runId === head.runId));
  }
}
