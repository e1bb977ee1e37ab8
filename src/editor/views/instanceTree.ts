import * as vscode from 'vscode';
import type { Outcome } from '../../core/evaluation/outcome';
import { groupBy } from '../../core/shared/groupBy';
import type { DatasetEntry, InstanceSummary } from '../../core/study/catalogue';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { StudyModel } from '../platform/studyModel';
import { type InstanceFilter, isFiltered, noFilter, passes } from './instanceFilter';
import { datasetItem, instanceItem, repositoryItem, runItem, skippedItem } from './instanceItems';
import type { InstanceNode } from './instanceNodes';

/** Dataset, repository, instance, run; lazy, filtered by text and outcome. */
export class InstanceTree implements vscode.TreeDataProvider<InstanceNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly listening: vscode.Disposable;
  private currentFilter: InstanceFilter = noFilter;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly study: StudyModel) {
    this.listening = study.onDidChange(() => this.changed.fire(undefined));
  }

  get filter(): InstanceFilter {
    return this.currentFilter;
  }

  set filter(filter: InstanceFilter) {
    this.currentFilter = filter;
    this.changed.fire(undefined);
  }

  getChildren(node?: InstanceNode): InstanceNode[] {
    if (!node) return this.roots();
    if (node.kind === 'dataset') return this.repositories(node.dataset);
    if (node.kind === 'repository')
      return node.instances.map((instance) => ({ kind: 'instance', dataset: node.dataset, instance }));
    if (node.kind === 'instance')
      return this.study
        .runsOf(node.instance.id)
        .map((run) => ({ kind: 'run', dataset: node.dataset, instance: node.instance, run }));
    return [];
  }

  getTreeItem(node: InstanceNode): vscode.TreeItem {
    if (node.kind === 'dataset')
      return datasetItem(node, this.shown(node.dataset).length, this.study.isExtra(node.dataset.path));
    if (node.kind === 'repository') {
      const outcomes = node.instances.map((instance) => this.outcomeOf(instance.id));
      const filtered = isFiltered(this.currentFilter);
      const item = repositoryItem(node, outcomes, filtered || this.repositories(node.dataset).length <= 3);
      // VS Code keeps what is folded by id: what a filter finds is shown, whatever was folded before.
      if (filtered) item.id = `filtered:${item.id}`;
      return item;
    }
    if (node.kind === 'instance') return this.instance(node);
    if (node.kind === 'run') return runItem(node, this.study.verdictsOf(node.run));
    return skippedItem(node);
  }

  getParent(node: InstanceNode): InstanceNode | null {
    if (node.kind === 'run') return { kind: 'instance', dataset: node.dataset, instance: node.instance };
    if (node.kind === 'instance') {
      const repo = node.instance.repo ?? 'no repository';
      const found = this.repositories(node.dataset).find((r) => r.kind === 'repository' && r.repo === repo);
      return found ?? null;
    }
    if (node.kind === 'repository' || node.kind === 'skipped') {
      return this.severalDatasets() ? { kind: 'dataset', dataset: node.dataset } : null;
    }
    return null;
  }

  /** For the view's description: `6 of 6 · outcome of heron-2`. */
  describe(): string {
    const datasets = this.study.catalogue?.datasets ?? [];
    const all = datasets.reduce((sum, dataset) => sum + dataset.instances.length, 0);
    const shown = datasets.reduce((sum, dataset) => sum + this.shown(dataset).length, 0);
    const run = this.shownRun();
    return all === 0 ? '' : [`${shown} of ${all}`, run ? `outcome of ${run}` : ''].filter(Boolean).join(' · ');
  }

  /** Outcome that stands at the instance: of the chosen run, else of the study's last run. */
  outcomeOf(instanceId: string): Outcome | null {
    const key = this.shownRun();
    return this.study.runsOf(instanceId).find((run: InstanceRun) => run.key === key)?.outcome ?? null;
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private shownRun(): string | null {
    return this.currentFilter.runKey ?? this.study.catalogue?.runs.at(-1)?.id ?? null;
  }

  /** One dataset of the study needs no row of its own; one opened beside it has one, to be closed by. */
  private severalDatasets(): boolean {
    const datasets = this.study.catalogue?.datasets ?? [];
    return datasets.length > 1 || datasets.some(({ path }) => this.study.isExtra(path));
  }

  private roots(): InstanceNode[] {
    const datasets = this.study.catalogue?.datasets ?? [];
    if (this.severalDatasets()) return datasets.map((dataset) => ({ kind: 'dataset', dataset }));
    return datasets.flatMap((dataset) => this.repositories(dataset));
  }

  private shown(dataset: DatasetEntry): InstanceSummary[] {
    return dataset.instances.filter((instance) => passes(this.currentFilter, instance, this.outcomeOf(instance.id)));
  }

  private repositories(dataset: DatasetEntry): InstanceNode[] {
    const groups = groupBy(this.shown(dataset), ({ repo }) => repo ?? 'no repository');
    const nodes: InstanceNode[] = [...groups].map(([repo, instances]) => ({
      kind: 'repository',
      dataset,
      repo,
      instances,
    }));
    return dataset.skipped.length > 0 ? [...nodes, { kind: 'skipped', dataset }] : nodes;
  }

  private instance(node: InstanceNode & { kind: 'instance' }): vscode.TreeItem {
    const runs = this.study.runsOf(node.instance.id);
    const judged = runs.filter((run) => this.study.verdictsOf(run).length > 0).length;
    return instanceItem(node, this.outcomeOf(node.instance.id), runs, judged);
  }
}
