import * as vscode from 'vscode';
import type { FacetChoice, InstanceCounts, InstanceGroup, InstanceQuery } from '../../protocol/explorer';
import type { DatasetOverview } from '../../protocol/studyOverview';
import type { AppClient } from '../platform/appClient';
import type { StudyModel } from '../platform/studyModel';
import { describeFilter, filterWords, type InstanceFilter, isFiltered, noFilter } from './instanceFilter';
import { datasetItem, groupItem, instanceItem, moreItem, runItem, searchingItem, skippedItem } from './instanceItems';
import { type InstanceNode, instanceNode, moreNodes, searchingNodes } from './instanceNodes';
import { pageSize } from './pages';

/** How often a search that runs is asked for what it has found. */
const searchPollMs = 400;

const noCounts: InstanceCounts = { total: 0, all: 0, search: { running: false, read: 0, of: 0 } };

/** Datasets, groups, instances, runs: what the worker finds, a page at a time. */
export class InstanceTree implements vscode.TreeDataProvider<InstanceNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly described = new vscode.EventEmitter<void>();
  private readonly listening: vscode.Disposable;
  private currentFilter: InstanceFilter = noFilter;
  private counts: InstanceCounts = noCounts;
  private poll: NodeJS.Timeout | undefined;
  /** Pages that are shown of a parent, by its key, where it is more than one. */
  private readonly pages = new Map<string, number>();
  readonly onDidChangeTreeData = this.changed.event;
  /** The counts of `describe` are new. */
  readonly onDidDescribe = this.described.event;

  constructor(
    private readonly study: StudyModel,
    private readonly app: AppClient,
  ) {
    this.listening = study.onDidChange(() => this.changed.fire(undefined));
  }

  get filter(): InstanceFilter {
    return this.currentFilter;
  }

  set filter(filter: InstanceFilter) {
    this.currentFilter = filter;
    this.pages.clear();
    this.changed.fire(undefined);
  }

  /** What the view shows as a query; for others that list the same instances. */
  query(facets: FacetChoice = this.currentFilter.facets): InstanceQuery {
    const { text, sort } = this.currentFilter;
    return { studyFolder: this.study.folder ?? '', text, facets, sort, run: this.shownRun() };
  }

  async getChildren(node?: InstanceNode): Promise<InstanceNode[]> {
    if (this.study.catalogue === null) return [];
    if (!node) return this.roots();
    if (node.kind === 'dataset') return this.groups(node.within, node, node.dataset);
    if (node.kind === 'group') return this.instances(node.within, node);
    if (node.kind !== 'instance') return [];
    const { within, key, dataset, instance } = node;
    const runs = await this.study.runsOf(instance.id);
    return runs.map((run) => ({ kind: 'run', within, key, parent: node, dataset, instance, run }));
  }

  getTreeItem(node: InstanceNode): vscode.TreeItem {
    if (node.kind === 'dataset') return datasetItem(node, this.study.isExtra(node.dataset.path));
    if (node.kind === 'group') return groupItem(node);
    if (node.kind === 'instance') return instanceItem(node, this.study.isReading);
    if (node.kind === 'run') return runItem(node, this.study.verdictsOf(node.run));
    if (node.kind === 'more') return moreItem(node);
    return node.kind === 'searching' ? searchingItem(node) : skippedItem(node);
  }

  getParent({ parent }: InstanceNode): InstanceNode | null {
    return parent;
  }

  /** Shows the next page of a list that was cut. */
  showMore({ key }: InstanceNode): void {
    this.pages.set(key, (this.pages.get(key) ?? 1) + 1);
    this.changed.fire(undefined);
  }

  /** For the view's description: `6 of 6 · outcome of heron-2`, `6 · reading runs...`. */
  describe(): string {
    const words = describeFilter(this.currentFilter, this.counts, this.shownRun(), (path) => this.nameOf(path));
    return [words, this.study.isReading ? 'reading runs...' : ''].filter(Boolean).join(' · ');
  }

  /** The filter in words; '' where nothing is filtered. */
  words(): string {
    return filterWords(this.currentFilter, (path) => this.nameOf(path));
  }

  /** Key of the run whose outcome stands at the instances: the chosen one, else the usual. */
  shownRun(): string | null {
    return this.currentFilter.runKey ?? this.study.catalogue?.usualRun ?? null;
  }

  dispose(): void {
    clearTimeout(this.poll);
    this.listening.dispose();
    this.changed.dispose();
    this.described.dispose();
  }

  /** One dataset of the study needs no row of its own; one opened beside it has one, to be closed by. */
  private async roots(): Promise<InstanceNode[]> {
    const datasets = this.study.catalogue?.datasets ?? [];
    const { facets, groupBy } = this.currentFilter;
    const several = datasets.length > 1 || datasets.some(({ path }) => this.study.isExtra(path));
    const only = datasets[0];
    if (!only) {
      this.count(noCounts);
      return [];
    }
    if (!several && groupBy?.facet !== 'dataset') return this.groups(facets, null, only);
    const query = this.query();
    const found = await this.app.remote.exploreGroups({ query, by: { facet: 'dataset', run: null } });
    this.count(found);
    const nodes = datasets.map((dataset) => this.dataset(dataset, found.groups));
    // A filter that finds nothing leaves the view empty, so that it can say so and offer to clear it.
    const shown = isFiltered(this.currentFilter) ? nodes.filter((node) => node.shown > 0) : nodes;
    return [...shown, ...searchingNodes(found.search)];
  }

  private dataset(dataset: DatasetOverview, groups: readonly InstanceGroup[]): InstanceNode & { kind: 'dataset' } {
    const group = groups.find(({ value }) => value === dataset.path);
    const within = { ...this.currentFilter.facets, dataset: [dataset.path] };
    return { kind: 'dataset', dataset, shown: group?.count ?? 0, within, key: this.keyed(dataset.path), parent: null };
  }

  private async groups(within: FacetChoice, parent: InstanceNode | null, of: DatasetOverview): Promise<InstanceNode[]> {
    const key = this.keyed(of.path);
    const left: InstanceNode[] =
      of.skippedCount > 0 ? [{ kind: 'skipped', dataset: of, within, key: of.path, parent }] : [];
    const { groupBy } = this.currentFilter;
    if (groupBy === null || groupBy.facet === 'dataset') return [...(await this.instances(within, parent)), ...left];
    const found = await this.app.remote.exploreGroups({ query: this.query(within), by: groupBy });
    if (parent === null) this.count(found);
    const shown = found.groups.slice(0, this.limit(key));
    const open = isFiltered(this.currentFilter) || found.groupTotal <= 3;
    const nodes = shown.map((group): InstanceNode => {
      return { kind: 'group', group, open, within: group.facets, key: `${key}\n${group.value}`, parent };
    });
    const more = moreNodes(found.groupTotal - shown.length, { within, key, parent });
    return [...nodes, ...more, ...(parent === null ? searchingNodes(found.search) : []), ...left];
  }

  private async instances(within: FacetChoice, parent: InstanceNode | null): Promise<InstanceNode[]> {
    const key = parent?.key ?? this.keyed('');
    const query = this.query(within);
    const pages = Array.from({ length: this.limit(key) / pageSize }, (_, page) => page * pageSize);
    const windows = await Promise.all(
      pages.map((from) => this.app.remote.exploreWindow({ query, from, count: pageSize })),
    );
    const { total = 0, search = noCounts.search } = windows[0] ?? {};
    if (parent === null) this.count({ total, all: this.allInstances(), search });
    const rows = windows.flatMap((window) => window.rows);
    const below = { within, key, parent };
    const searching = parent === null ? searchingNodes(search) : [];
    return [...rows.map((row) => instanceNode(row, below)), ...moreNodes(total - rows.length, below), ...searching];
  }

  private nameOf(path: string): string {
    return this.study.catalogue?.datasets.find((dataset) => dataset.path === path)?.id ?? path;
  }

  private allInstances(): number {
    return (this.study.catalogue?.datasets ?? []).reduce((sum, { count }) => sum + count, 0);
  }

  private limit(key: string): number {
    return (this.pages.get(key) ?? 1) * pageSize;
  }

  /** VS Code keeps what is folded by id: what a filter finds is shown, whatever was folded before. */
  private keyed(key: string): string {
    const by = this.currentFilter.groupBy;
    return `${isFiltered(this.currentFilter) ? 'filtered:' : ''}${by?.facet ?? ''}:${by?.run ?? ''}:${key}`;
  }

  private count({ total, all, search }: InstanceCounts): void {
    this.counts = { total, all, search };
    this.described.fire();
    clearTimeout(this.poll);
    if (search.running) this.poll = setTimeout(() => this.changed.fire(undefined), searchPollMs);
  }
}
