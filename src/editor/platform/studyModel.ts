import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { groupBy } from '../../core/shared/groupBy';
import type { DatasetEntry, InstanceSummary, StudyCatalogue } from '../../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../../core/study/instanceRuns';
import type { VerdictSummary } from '../../protocol/app';
import type { AppClient } from './appClient';
import { contextKeys } from './ids';

const extraDatasets = 'touchstone.extraDatasets';

const emptyCatalogue = (root: string): StudyCatalogue => ({
  root,
  studyId: basename(root),
  studyFile: null,
  rubric: 'patch-review',
  datasets: [],
  runs: [],
  evaluations: [],
  judges: [],
  filesLookedAt: 0,
  problems: [],
});

const reasonOf = ({ reason }: PromiseRejectedResult): string =>
  reason instanceof Error ? reason.message : String(reason);

const noRows: readonly InstanceRun[] = [];

/** The study of the open folder, as the app last read it, and the verdicts on it. */
export class StudyModel implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private rows: ReadonlyMap<string, readonly InstanceRun[]> = new Map();
  private verdictsByItem: ReadonlyMap<string, readonly VerdictSummary[]> = new Map();
  private loading: Promise<void> | undefined;
  private waiting: { readonly folder: string; readonly done: Promise<void> } | undefined;
  /** The first reading, from before the folder of the study is known; documents restored by a reload wait for it. */
  opening: Promise<void> | undefined;
  /** Names of what was skipped in this session: it waits on, but comes after all others. */
  readonly skipped = new Set<string>();
  catalogue: StudyCatalogue | null = null;
  folder: string | null = null;

  readonly onDidChange = this.emitter.event;

  constructor(
    private readonly app: AppClient,
    private readonly log: vscode.LogOutputChannel,
    private readonly memento: vscode.Memento,
  ) {}

  /**
   * Reads the folder anew. A call while one is being read gets a reading that begins after it: what changed meanwhile,
   * or another folder, is never taken for read. Calls for one folder share the reading that waits.
   */
  open(folder: string): Promise<void> {
    if (this.waiting?.folder === folder) return this.waiting.done;
    const before = this.waiting?.done ?? this.loading;
    if (before === undefined) return this.begin(folder);
    const done: Promise<void> = before
      .catch(() => undefined)
      .then(() => {
        if (this.waiting?.done === done) this.waiting = undefined;
        return this.begin(folder);
      });
    this.waiting = { folder, done };
    return done;
  }

  /** The study's folder, once it was read; for documents that open before the study has. */
  async ready(): Promise<string> {
    await this.opening;
    await this.loading;
    if (this.folder === null) throw new Error('No study is open. Open a folder with runs, or the sample study.');
    return this.folder;
  }

  async refresh(): Promise<void> {
    if (this.folder) await this.open(this.folder);
  }

  async refreshVerdicts(): Promise<void> {
    if (!this.catalogue) return;
    await this.loadVerdicts(this.catalogue);
    this.emitter.fire();
  }

  /** Shows datasets beside the study's own, now and after a reload. One that can't be read is said once, not kept. */
  async addDatasets(chosen: readonly string[]): Promise<void> {
    const results = await Promise.allSettled(chosen.map((path) => this.app.remote.listDataset({ path })));
    for (const result of results)
      if (result.status === 'rejected') void vscode.window.showErrorMessage(reasonOf(result));
    const paths = chosen.filter((_, i) => results[i]?.status === 'fulfilled');
    if (paths.length === 0) return;
    const known = this.memento.get<readonly string[]>(extraDatasets, []);
    await this.memento.update(extraDatasets, [...new Set([...known, ...paths])]);
    const first = paths[0];
    if (this.folder === null && first !== undefined) this.show(emptyCatalogue(dirname(first)));
    if (this.catalogue) this.show(await this.withExtra(this.catalogue));
  }

  /** Whether a dataset was opened beside the study, so that it can be closed again. */
  isExtra(path: string): boolean {
    return this.memento.get<readonly string[]>(extraDatasets, []).includes(path);
  }

  /** Takes a dataset that was opened beside the study out of the lists; its file and its verdicts stay. */
  async closeDataset(path: string): Promise<void> {
    const known = this.memento.get<readonly string[]>(extraDatasets, []);
    await this.memento.update(
      extraDatasets,
      known.filter((each) => each !== path),
    );
    if (this.catalogue)
      this.show({ ...this.catalogue, datasets: this.catalogue.datasets.filter((dataset) => dataset.path !== path) });
  }

  runsOf(instanceId: string): readonly InstanceRun[] {
    return this.rows.get(instanceId) ?? noRows;
  }

  /** Evaluations that belong to no predictions file here, each run and model together: `logs/run_evaluation` alone. */
  evaluationRuns(): readonly (readonly InstanceRun[])[] {
    const alone = [...this.rows.values()].flat().filter(({ predictionsPath }) => predictionsPath === null);
    return [...groupBy(alone, ({ key }) => key).values()];
  }

  /** Live verdicts on one row; the patch's hash joins them, whatever the run is called. */
  verdictsOf(run: InstanceRun): readonly VerdictSummary[] {
    return this.verdictsByItem.get(`${run.instanceId}\n${run.patchHash ?? ''}`) ?? [];
  }

  find(instanceId: string): { readonly dataset: DatasetEntry; readonly instance: InstanceSummary } | null {
    for (const dataset of this.catalogue?.datasets ?? []) {
      const instance = dataset.instances.find((candidate) => candidate.id === instanceId);
      if (instance) return { dataset, instance };
    }
    return null;
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private begin(folder: string): Promise<void> {
    const loading = this.load(folder).finally(() => {
      if (this.loading === loading) this.loading = undefined;
    });
    this.loading = loading;
    return loading;
  }

  private async load(folder: string): Promise<void> {
    const started = performance.now();
    const catalogue = await this.withExtra(await this.app.remote.openStudy({ folder }));
    await this.loadVerdicts(catalogue);
    this.log.info(
      `${folder}: ${catalogue.datasets.length} datasets, ${catalogue.runs.length} runs, ` +
        `${catalogue.evaluations.length} evaluations in ${Math.round(performance.now() - started)} ms`,
    );
    this.show(catalogue);
  }

  private show(catalogue: StudyCatalogue): void {
    this.folder = catalogue.root;
    this.catalogue = catalogue;
    this.rows = instanceRuns(catalogue);
    const { datasets, runs, evaluations, studyFile } = catalogue;
    const has = datasets.length + runs.length + evaluations.length > 0 || studyFile !== null;
    void vscode.commands.executeCommand('setContext', contextKeys.studyOpen, has);
    this.emitter.fire();
  }

  /** The catalogue with the datasets that were opened beside it; one that can't be read any more is listed as left out. */
  private async withExtra(catalogue: StudyCatalogue): Promise<StudyCatalogue> {
    const known = new Set(catalogue.datasets.map(({ path }) => path));
    const paths = this.memento.get<readonly string[]>(extraDatasets, []).filter((path) => !known.has(path));
    const results = await Promise.allSettled(paths.map((path) => this.app.remote.listDataset({ path })));
    const datasets = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const problems = results.flatMap((result, i) =>
      result.status === 'rejected' ? [{ where: paths[i] ?? '', field: null, reason: reasonOf(result) }] : [],
    );
    return {
      ...catalogue,
      datasets: [...catalogue.datasets, ...datasets],
      problems: [...catalogue.problems, ...problems],
    };
  }

  private async loadVerdicts(catalogue: StudyCatalogue): Promise<void> {
    const all = await this.app.remote.verdicts({ studyFolder: catalogue.root, studyId: catalogue.studyId });
    this.verdictsByItem = groupBy(all, ({ instanceId, patchHash }) => `${instanceId}\n${patchHash ?? ''}`);
  }
}
