import * as vscode from 'vscode';
import { groupBy } from '../../core/shared/groupBy';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { VerdictSummary } from '../../protocol/app';
import type { StudyOverview } from '../../protocol/studyOverview';
import type { PlacedRows } from '../../protocol/studyRows';
import type { AppClient } from './appClient';
import { contextKeys } from './ids';
import { tellFault } from './messages';
import { StudyReadings } from './studyReadings';
import { whileReading } from './whileReading';

const extraDatasets = 'touchstone.extraDatasets';

const reasonOf = ({ reason }: PromiseRejectedResult): string =>
  reason instanceof Error ? reason.message : String(reason);

/** Instances whose rows are kept; what is looked at again and again is one of the last few. */
const keptRows = 200;

/**
 * The study of the open folder, as the app last read it, and the verdicts on it. Instances, predictions and evaluations
 * stay in the app: rows are asked for, of one instance at a time.
 */
export class StudyModel implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private readonly rows = new Map<string, Promise<PlacedRows>>();
  /** Datasets are open and no folder is. */
  private loose = false;
  private verdictsByItem: ReadonlyMap<string, readonly VerdictSummary[]> = new Map();
  private readonly readings = new StudyReadings(
    {
      datasets: (folder) => this.readDatasets(folder),
      runs: (folder, opening) => this.readRuns(folder, opening),
    },
    whileReading,
  );
  /** The first reading, from before the folder of the study is known; documents restored by a reload wait for it. */
  opening: Promise<void> | undefined;
  /** Names of what was skipped in this session: it waits on, but comes after all others. */
  readonly skipped = new Set<string>();
  catalogue: StudyOverview | null = null;
  folder: string | null = null;

  readonly onDidChange = this.emitter.event;

  constructor(
    private readonly app: AppClient,
    private readonly log: vscode.LogOutputChannel,
    private readonly memento: vscode.Memento,
  ) {}

  /** Reads the folder anew: its datasets, which are shown at once, then its runs, with which it is done. */
  open(folder: string): Promise<void> {
    return this.readings.open(folder);
  }

  /** Whether the runs of the study that is shown are still being read. */
  get isReading(): boolean {
    return this.catalogue !== null && this.catalogue.opening !== null;
  }

  /** The study's folder, once it was read whole; for documents that open before the study has. */
  async ready(): Promise<string> {
    await this.opening;
    await this.readings.settled();
    if (this.folder === null) throw new Error('No study is open. Open a folder with runs, or the sample study.');
    return this.folder;
  }

  async refresh(): Promise<void> {
    if (this.loose) await this.openLoose();
    else if (this.folder) await this.open(this.folder);
  }

  async refreshVerdicts(): Promise<void> {
    if (!this.catalogue) return;
    await this.loadVerdicts(this.catalogue);
    // A verdict may open its row.
    this.rows.clear();
    this.emitter.fire();
  }

  /** What the app tells of the study now, without reading it anew. */
  async showAnew(): Promise<void> {
    if (this.folder === null) return;
    const overview = await this.app.remote.overviewNow({ studyFolder: this.folder });
    await this.loadVerdicts(overview);
    this.show(overview);
  }

  /** Shows datasets beside the study's own, now and after a reload. One that can't be read is said once, not kept. */
  async addDatasets(chosen: readonly string[]): Promise<void> {
    const results = await Promise.allSettled(chosen.map((path) => this.app.remote.listDataset({ path })));
    for (const result of results) if (result.status === 'rejected') void tellFault(reasonOf(result));
    const paths = chosen.filter((_, i) => results[i]?.status === 'fulfilled');
    if (paths.length === 0) return;
    await this.memento.update(extraDatasets, [...new Set([...this.beside(), ...paths])]);
    if (this.folder === null || this.loose) await this.openLoose();
    else await this.open(this.folder);
  }

  /** Whether a dataset was opened beside the study, so that it can be closed again. */
  isExtra(path: string): boolean {
    return this.beside().includes(path);
  }

  /** Takes a dataset that was opened beside the study out of the lists; its file and its verdicts stay. */
  async closeDataset(path: string): Promise<void> {
    await this.memento.update(
      extraDatasets,
      this.beside().filter((each) => each !== path),
    );
    await this.refresh();
  }

  /** Every row of an instance, and the dataset that has it as far as runs speak of it. */
  rowsOf(instanceId: string): Promise<PlacedRows> {
    if (this.folder === null) return Promise.resolve({ instanceId, datasetPath: null, rows: [] });
    const kept = this.rows.get(instanceId);
    if (kept) return kept;
    const asked = this.app.remote.rowsOf({ studyFolder: this.folder, instanceId });
    this.rows.set(instanceId, asked);
    asked.catch(() => this.rows.delete(instanceId));
    const oldest = this.rows.keys().next();
    if (this.rows.size > keptRows && !oldest.done) this.rows.delete(oldest.value);
    return asked;
  }

  async runsOf(instanceId: string): Promise<readonly InstanceRun[]> {
    return (await this.rowsOf(instanceId)).rows;
  }

  /** The row of one run on an instance; null where there is none. */
  async runOf(instanceId: string, key: string | null | undefined): Promise<InstanceRun | null> {
    return (await this.runsOf(instanceId)).find((row) => row.key === key) ?? null;
  }

  /** Live verdicts on one row; the patch's hash joins them, whatever the run is called. */
  verdictsOf(run: Pick<InstanceRun, 'instanceId' | 'patchHash'>): readonly VerdictSummary[] {
    return this.verdictsByItem.get(`${run.instanceId}\n${run.patchHash ?? ''}`) ?? [];
  }

  /** Path of the first dataset that has the instance; null where none has. */
  async locate(instanceId: string): Promise<string | null> {
    if (this.folder === null) return null;
    const { datasetPath } = await this.rowsOf(instanceId);
    return datasetPath ?? this.app.remote.locateInstance({ studyFolder: this.folder, instanceId });
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private async readDatasets(folder: string): Promise<number | null> {
    const started = performance.now();
    const overview = await this.app.remote.openStudy({ folder, beside: this.beside() });
    await this.loadVerdicts(overview);
    this.loose = false;
    this.show(overview);
    this.log.info(`${folder}: ${overview.datasets.length} datasets in ${Math.round(performance.now() - started)} ms`);
    return overview.opening;
  }

  private async readRuns(folder: string, opening: number): Promise<(() => void) | null> {
    const started = performance.now();
    const answer = await this.app.remote.readRuns({ opening });
    if (answer === null) return null;
    const { overview, fault } = answer;
    const ms = Math.round(performance.now() - started);
    return () => {
      this.log.info(`${folder}: ${overview.runs.length} runs, ${overview.evaluations} evaluations in ${ms} ms more`);
      this.show(overview);
      if (fault !== null) void tellFault(fault);
    };
  }

  /** Shows the datasets that were opened where no folder is; nothing once the last one is closed. */
  private async openLoose(): Promise<void> {
    const beside = this.beside();
    this.loose = true;
    if (beside.length > 0) this.show(await this.app.remote.openStudy({ folder: null, beside }));
    else if (this.catalogue) this.show({ ...this.catalogue, datasets: [] });
  }

  private beside(): readonly string[] {
    return this.memento.get<readonly string[]>(extraDatasets, []);
  }

  private show(catalogue: StudyOverview): void {
    this.folder = catalogue.root;
    this.catalogue = catalogue;
    this.rows.clear();
    const { datasets, runs, evaluations, studyFile } = catalogue;
    const has = datasets.length + runs.length + evaluations > 0 || studyFile !== null;
    // That there is nothing is known when all is read.
    if (has || !this.isReading) void vscode.commands.executeCommand('setContext', contextKeys.studyOpen, has);
    this.emitter.fire();
  }

  private async loadVerdicts(catalogue: StudyOverview): Promise<void> {
    const all = await this.app.remote.verdicts({ studyFolder: catalogue.root, studyId: catalogue.studyId });
    this.verdictsByItem = groupBy(all, ({ instanceId, patchHash }) => `${instanceId}\n${patchHash ?? ''}`);
  }
}
