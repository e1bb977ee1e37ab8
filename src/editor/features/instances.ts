import * as vscode from 'vscode';
import { readingTask } from '../../protocol/studyOverview';
import { commands, contextKeys, views } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { type InstanceFilter, isFiltered, noFilter } from '../views/instanceFilter';
import type { InstanceNode } from '../views/instanceNodes';
import { InstanceTree } from '../views/instanceTree';
import type { MoreRow } from '../views/pages';
import { askFacets } from './instanceFacets';
import { askGroupBy, askSort } from './instanceOrder';
import { applySavedFilter, saveFilter } from './savedFilters';

/** Groups and order outlive a reload of the window; a filter does not, so that nothing is hidden unseen. */
type Arrangement = Pick<InstanceFilter, 'groupBy' | 'sort'>;

const arrangementKey = 'touchstone.arrangement';

/** The Instances view: tree, counts, filters, groups, order. */
export const instancesFeature: Feature = (services) => {
  const tree = new InstanceTree(services.study, services.app);
  const { workspaceState } = services.context;
  tree.filter = { ...noFilter, ...workspaceState.get<Arrangement>(arrangementKey) };
  const view = vscode.window.createTreeView<InstanceNode>(views.instances, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const change = (part: Partial<InstanceFilter>) => {
    tree.filter = { ...tree.filter, ...part };
    const { groupBy, sort } = tree.filter;
    void workspaceState.update(arrangementKey, { groupBy, sort } satisfies Arrangement);
    void vscode.commands.executeCommand('setContext', contextKeys.filtered, isFiltered(tree.filter));
  };
  const command = (id: string, what: string, run: (...args: readonly unknown[]) => unknown) =>
    registerCommand(services.log, id, `${what} could not be done`, run);
  return vscode.Disposable.from(
    tree,
    view,
    services.explored.follow({ query: () => tree.query(), words: () => tree.words() }, tree.onDidChangeTreeData),
    tree.onDidDescribe(() => {
      view.description = tree.describe();
    }),
    services.progress.onReport(({ task, text }) => {
      if (task === readingTask) view.description = text;
    }),
    view.onDidChangeSelection(({ selection }) => select(services, selection[0])),
    command(commands.searchText, 'The search', () => askText(tree, change)),
    command(commands.filterInstances, 'Filtering', () => askFacets(services, tree, change)),
    command(commands.clearFilter, 'Clearing the filter', () =>
      change({ text: noFilter.text, facets: {}, runKey: null }),
    ),
    command(commands.groupBy, 'Grouping', () => askGroupBy(services, tree, change)),
    command(commands.sortBy, 'Sorting', () => askSort(services, tree, change)),
    command(commands.saveFilter, 'Saving the filter', () => saveFilter(services, tree)),
    command(commands.applyFilter, 'Applying the filter', () => applySavedFilter(services, change)),
    command(commands.showMore, 'Showing more', (node) => showMore(tree, node)),
  );
};

/** A list's next page: of this view, or of another one that brings its own way. */
const showMore = (tree: InstanceTree, node: unknown): void => {
  const row = node as InstanceNode | MoreRow;
  if ('showMore' in row) row.showMore();
  else tree.showMore(row);
};

const select = (services: Services, node: InstanceNode | undefined): void => {
  if (node?.kind !== 'instance' && node?.kind !== 'run') return;
  const run = node.kind === 'run' ? node.run : null;
  services.current.set({ datasetPath: node.dataset.path, instanceId: node.instance.id, run });
};

/** A search reads files: it begins when the person stops typing for this long. */
const typingMs = 250;

/** Searches as one types; Escape goes back to what was there. */
const askText = (tree: InstanceTree, change: (part: { text: string }) => void): void => {
  const before = tree.filter.text;
  const input = vscode.window.createInputBox();
  input.title = 'Search instances';
  input.placeholder = 'words in id, repository, statement or patches';
  input.value = before;
  let accepted = false;
  let timer: NodeJS.Timeout | undefined;
  input.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ text }), typingMs);
  });
  input.onDidAccept(() => {
    accepted = true;
    clearTimeout(timer);
    if (tree.filter.text !== input.value) change({ text: input.value });
    input.hide();
  });
  input.onDidHide(() => {
    clearTimeout(timer);
    if (!accepted && tree.filter.text !== before) change({ text: before });
    input.dispose();
  });
  input.show();
};
