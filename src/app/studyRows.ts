import { outcomeCounts } from '../core/evaluation/outcomeWords';
import type { EvaluationEntry, RunEntry, StudyCatalogue } from '../core/study/catalogue';
import type { InstanceRun } from '../core/study/instanceRuns';
import type { EvaluatedAlone, RunOverview } from '../protocol/studyOverview';
import type { PlacedRow, PlacedRows } from '../protocol/studyRows';

/** Rows left out of one file that are named to the extension host; the others are counted. */
const namedAtMost = 1000;

const noRows: readonly InstanceRun[] = [];

/** Reports name every test of an instance; whoever shows one asks for it. */
const withoutReport = (evaluation: EvaluationEntry, hashOf: (report: object) => string): EvaluationEntry =>
  evaluation.report === null ? evaluation : { ...evaluation, report: null, reportHash: hashOf(evaluation.report) };

const contradictedIn = (rows: readonly InstanceRun[]): number =>
  rows.reduce((sum, { contradiction }) => sum + Number(contradiction !== undefined), 0);

const isEvaluated = ({ evaluations }: InstanceRun): boolean => evaluations.length > 0;

/** The rows of an open study by run and by instance, for answers that hold a part of them. Linear to make. */
export class StudyRows {
  private readonly byRun = new Map<string, InstanceRun[]>();
  private readonly alone = new Map<string, InstanceRun[]>();
  private readonly places = new Map<string, string>();
  /** Rows in the order of the datasets, of instances that stand in one. */
  private readonly placed: InstanceRun[] = [];

  constructor(
    private readonly catalogue: StudyCatalogue,
    private readonly rows: ReadonlyMap<string, readonly InstanceRun[]>,
    private readonly hashOf: (report: object) => string,
  ) {
    for (const own of rows.values()) for (const row of own) this.file(row);
    for (const { path, instances } of catalogue.datasets)
      for (const { id } of instances) {
        const own = rows.get(id);
        if (own === undefined || this.places.has(id)) continue;
        this.places.set(id, path);
        for (const row of own) this.placed.push(row);
      }
  }

  of(instanceId: string): PlacedRows {
    const rows = (this.rows.get(instanceId) ?? noRows).map((row) => this.lean(row));
    return { instanceId, datasetPath: this.places.get(instanceId) ?? null, rows };
  }

  /** All rows of a run, by the key of its overview. */
  ofRun(key: string): readonly InstanceRun[] {
    return this.byRun.get(key) ?? this.alone.get(key) ?? noRows;
  }

  /** Rows of a run's key, and of its further attempts. */
  withKey(key: string): readonly InstanceRun[] {
    return this.placed.filter((row) => row.key === key || row.key.startsWith(`${key}#`));
  }

  datasetOf(instanceId: string): string | null {
    return this.places.get(instanceId) ?? null;
  }

  /**
   * Predictions of the study in the order of its datasets, as far as they are in one. What the tests gave no verdict on
   * (empty, not applied, out of time) is not put before people: there is no patch at work to judge.
   */
  toJudge(): readonly InstanceRun[] {
    return this.placed.filter(
      (row) => row.kind === 'prediction' && row.patchBytes !== 0 && row.outcome?.kind !== 'none',
    );
  }

  predictions(): readonly InstanceRun[] {
    return [...this.byRun.values()].flat();
  }

  atPlace(row: InstanceRun): PlacedRow {
    return { datasetPath: this.places.get(row.instanceId) ?? null, row: this.lean(row) };
  }

  lean(row: InstanceRun): InstanceRun {
    if (row.evaluations.every(({ report }) => report === null)) return row;
    return { ...row, evaluations: row.evaluations.map((each) => withoutReport(each, this.hashOf)) };
  }

  runs(): readonly RunOverview[] {
    return this.catalogue.runs.map((run) => this.run(run));
  }

  /** What was evaluated without a predictions file here, each run and model together. */
  evaluatedAlone(): readonly EvaluatedAlone[] {
    return [...this.alone].flatMap(([key, rows]): EvaluatedAlone[] => {
      const [first] = rows;
      if (!first) return [];
      const sources = [...new Set(rows.flatMap((row) => row.evaluations[0]?.source?.format ?? []))];
      return [{ key, first: this.lean(first), sources, ...this.figures(rows) }];
    });
  }

  /** The run whose outcomes say most at a glance: the last that was evaluated, of a predictions file or alone. */
  usualRun(): string | null {
    const { runs } = this.catalogue;
    const evaluated = runs.findLast(({ id }) => this.byRun.get(id)?.some(isEvaluated));
    const alone = [...this.alone.values()].findLast(([first]) => first?.kind === 'evaluation');
    return evaluated?.id ?? alone?.[0]?.key ?? runs.at(-1)?.id ?? null;
  }

  private run({ predictions, skipped, ...run }: RunEntry): RunOverview {
    const first = predictions.find(({ instanceId }) => this.places.has(instanceId));
    return {
      ...run,
      datasetPath: first ? (this.places.get(first.instanceId) ?? null) : null,
      predictions: predictions.length,
      skipped: skipped.slice(0, namedAtMost),
      skippedCount: skipped.length,
      ...this.figures(this.byRun.get(run.id) ?? noRows),
    };
  }

  private figures(rows: readonly InstanceRun[]) {
    const evaluations = rows.reduce((sum, row) => sum + Number(isEvaluated(row)), 0);
    const counts = outcomeCounts(rows.map(({ outcome }) => outcome));
    return { rows: rows.length, evaluations, counts, contradicted: contradictedIn(rows) };
  }

  private file(row: InstanceRun): void {
    const [map, key] =
      row.predictionsPath === null ? [this.alone, `${row.runId}\n${row.model}`] : [this.byRun, row.runId];
    const own = map.get(key);
    if (own) own.push(row);
    else map.set(key, [row]);
  }
}
