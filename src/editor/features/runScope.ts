import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { nameOf } from '../../core/study/studyPath';
import type { InstanceQuery } from '../../protocol/explorer';
import type { InstanceRef } from '../../protocol/instanceRef';
import { instanceRefOf } from '../documents/uris';
import { scheme } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { filterWords } from '../views/instanceFilter';
import type { InstanceNode } from '../views/instanceNodes';
import { savedFilters } from './savedFilters';

/** Which instances of which dataset a run is over. */
export interface RunScope {
  readonly datasetPath: string;
  /** Null: all of the dataset. */
  readonly instanceIds: readonly string[] | null;
  /** `spandrel-14`, `12 instances of spandrel`. */
  readonly words: string;
}

/** Rows that one call of the worker gives. */
const pageSize = 1000;

/** So many instances at the most; a run of more is the command line's. */
const mostInstances = 5000;

interface Ref {
  readonly datasetPath: string;
  readonly id: string;
}

const scopeOf = async (refs: readonly Ref[], words: string): Promise<RunScope | null> => {
  const [first] = refs;
  if (!first) {
    void tell(`No instance is in ${words || 'what was chosen'}.`);
    return null;
  }
  const paths = [...new Set(refs.map(({ datasetPath }) => datasetPath))];
  const datasetPath = paths.length === 1 ? first.datasetPath : await askDataset(paths);
  if (datasetPath === null) return null;
  const ids = [...new Set(refs.filter((ref) => ref.datasetPath === datasetPath).map(({ id }) => id))];
  return {
    datasetPath,
    instanceIds: ids,
    words: ids.length === 1 ? (ids[0] ?? '') : `${counted(ids.length, 'instance')}${words && `, ${words}`}`,
  };
};

/** A run is over one dataset. */
const askDataset = async (paths: readonly string[]): Promise<string | null> => {
  const picks = paths.map((path) => ({ label: shownText(nameOf(path)), description: shownText(path), path }));
  const title = 'The instances are of several datasets; a run is over one: which?';
  return (await vscode.window.showQuickPick(picks, { title }))?.path ?? null;
};

/** All that a query finds, page by page. */
const found = async ({ app }: Services, query: InstanceQuery): Promise<readonly Ref[]> => {
  const refs: Ref[] = [];
  for (;;) {
    const { rows, total } = await app.remote.exploreWindow({ query, from: refs.length, count: pageSize });
    if (total > mostInstances)
      throw new Error(
        `${counted(total, 'instance')} are more than one run from here takes (${mostInstances.toLocaleString('en-US')}). Filter first, or use touchstone run.`,
      );
    refs.push(...rows.map(({ datasetPath, id }) => ({ datasetPath, id })));
    if (rows.length === 0 || refs.length >= total) return refs;
  }
};

const isNode = (value: unknown): value is InstanceNode =>
  typeof value === 'object' && value !== null && 'kind' in value;

const ofNodes = (nodes: readonly InstanceNode[]): readonly Ref[] =>
  nodes.flatMap((node) =>
    node.kind === 'instance' || node.kind === 'run' ? [{ datasetPath: node.dataset.path, id: node.instance.id }] : [],
  );

/** What a command's arguments name: rows of the Instances tree, a group, a dataset, an instance; null: nothing. */
export const namedScope = async (
  services: Services,
  argument: unknown,
  selection: unknown,
): Promise<{ readonly scope: RunScope | null } | null> => {
  const nodes = Array.isArray(selection) ? selection.filter(isNode) : [];
  const refs = ofNodes(nodes);
  if (refs.length > 1) return { scope: await scopeOf(refs, '') };
  if (isNode(argument)) {
    const one = ofNodes([argument]);
    if (one.length > 0) return { scope: await scopeOf(one, '') };
    if (argument.kind === 'dataset') {
      const { path, id, count } = argument.dataset;
      return { scope: { datasetPath: path, instanceIds: null, words: `${counted(count, 'instance')} of ${id}` } };
    }
    if (argument.kind === 'group') {
      const query = { ...services.explored.query(await services.study.ready()), facets: argument.within };
      return { scope: await scopeOf(await found(services, query), argument.group.label) };
    }
  }
  if (argument instanceof vscode.Uri && argument.scheme === scheme) return { scope: await ofPage(argument) };
  if (argument === 'instance') return { scope: await ofItem(services.current.value) };
  const item = argument as { readonly datasetPath?: unknown; readonly instanceId?: unknown } | undefined;
  if (typeof item?.datasetPath === 'string' && typeof item.instanceId === 'string')
    return { scope: await scopeOf([{ datasetPath: item.datasetPath, id: item.instanceId }], '') };
  return null;
};

/** A page's own menu gives its address. */
const ofPage = (uri: vscode.Uri): Promise<RunScope | null> => ofItem(instanceRefOf(uri));

const ofItem = async (item: InstanceRef | null): Promise<RunScope | null> =>
  item && scopeOf([{ datasetPath: item.datasetPath, id: item.instanceId }], '');

interface Choice extends vscode.QuickPickItem {
  readonly scope: () => Promise<RunScope | null>;
}

const ofCurrent = ({ current }: Services): readonly Choice[] => {
  const item = current.value;
  if (!item) return [];
  const ref = { datasetPath: item.datasetPath, id: item.instanceId };
  return [{ label: shownText(item.instanceId), description: 'the instance at hand', scope: () => scopeOf([ref], '') }];
};

const ofView = (services: Services, folder: string): readonly Choice[] => {
  const words = services.explored.words();
  if (words === '') return [];
  const query = services.explored.query(folder);
  return [
    {
      label: 'What the Instances view shows',
      description: shownText(words),
      scope: async () => scopeOf(await found(services, query), words),
    },
  ];
};

const ofFilters = (services: Services, studyFolder: string): readonly Choice[] =>
  savedFilters(services).map(({ name, filter }) => ({
    label: shownText(name),
    description: shownText(`saved filter: ${filterWords(filter, nameOf)}`),
    scope: async () => {
      const { text, facets, sort, runKey } = filter;
      return scopeOf(await found(services, { studyFolder, text, facets, sort, run: runKey }), name);
    },
  }));

const ofDatasets = ({ study }: Services): readonly Choice[] =>
  (study.catalogue?.datasets ?? []).map(({ id, path, count }) => ({
    label: shownText(id),
    description: `the whole dataset, ${counted(count, 'instance')}`,
    scope: async () => ({ datasetPath: path, instanceIds: null, words: `${counted(count, 'instance')} of ${id}` }),
  }));

/** Asks which instances: the one at hand, what the view shows, a saved filter, a dataset. Null: the person turned away. */
export const askScope = async (services: Services): Promise<RunScope | null> => {
  const folder = await services.study.ready();
  const choices = [
    ...ofCurrent(services),
    ...ofView(services, folder),
    ...ofFilters(services, folder),
    ...ofDatasets(services),
  ];
  if (choices.length === 0) {
    void tell('No dataset of this study could be read, so there is nothing to run a model on.');
    return null;
  }
  const title = 'Run a model on which instances?';
  const choice = await vscode.window.showQuickPick([...choices], { title, matchOnDescription: true });
  return choice ? choice.scope() : null;
};
