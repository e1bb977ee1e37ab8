import * as vscode from 'vscode';
import type { DatasetEntry, InstanceSummary, StudyCatalogue } from '../../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../../core/study/instanceRuns';
import type { VerdictSummary } from '../../protocol/app';
import type { AppClient } from './appClient';
import { contextKeys } from './ids';

const noRows: readonly InstanceRun[] = [];

/** The study of the open folder, as the app last read it, and the verdicts on it. */
export class StudyModel implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private rows: ReadonlyMap<string, readonly InstanceRun[]> = new Map();
  private verdictsByItem: ReadonlyMap<string, readonly VerdictSummary[]> = new Map();
  private loading: Promise<void> | undefined;
  catalogue: StudyCatalogue | null = null;
  folder: string | null = null;

  readonly onDidChange = this.emitter.event;

  constructor(
    private readonly app: AppClient,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Reads the folder anew; calls while one runs share it. */
  open(folder: string): Promise<void> {
    this.loading ??= this.load(folder).finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  async refresh(): Promise<void> {
    if (this.folder) await this.open(this.folder);
  }

  async refreshVerdicts(): Promise<void> {
    if (!this.catalogue) return;
    await this.loadVerdicts(this.catalogue);
    this.emitter.fire();
  }

  runsOf(instanceId: string): readonly InstanceRun[] {
    return this.rows.get(instanceId) ?? noRows;
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

  private async load(folder: string): Promise<void> {
    const started = performance.now();
    const catalogue = await this.app.remote.openStudy({ folder });
    this.folder = folder;
    this.catalogue = catalogue;
    this.rows = instanceRuns(catalogue);
    await this.loadVerdicts(catalogue);
    const has = catalogue.datasets.length > 0 || catalogue.runs.length > 0 || catalogue.studyFile !== null;
    await vscode.commands.executeCommand('setContext', contextKeys.studyOpen, has);
    this.log.info(
      `${folder}: ${catalogue.datasets.length} datasets, ${catalogue.runs.length} runs, ` +
        `${catalogue.evaluations.length} evaluations in ${Math.round(performance.now() - started)} ms`,
    );
    this.emitter.fire();
  }

  private async loadVerdicts(catalogue: StudyCatalogue): Promise<void> {
    const all = await this.app.remote.verdicts({ studyFolder: catalogue.root, studyId: catalogue.studyId });
    const byItem = new Map<string, VerdictSummary[]>();
    for (const verdict of all) {
      const key = `${verdict.instanceId}\n${verdict.patchHash ?? ''}`;
      byItem.set(key, [...(byItem.get(key) ?? []), verdict]);
    }
    this.verdictsByItem = byItem;
  }
}
