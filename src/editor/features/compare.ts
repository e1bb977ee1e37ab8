import * as vscode from 'vscode';
import { isLongMap } from '../../core/patch/hunkMap';
import { hiddenWords } from '../../core/study/evidence/hiddenWords';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { defaultBlinding } from '../../core/study/studyFile';
import type { ComparisonPlan, SideFile } from '../../protocol/app';
import { queryOf } from '../documents/uris';
import { comparedFile, isPair, openFileDiff, pairWords, sidesOfFile } from '../panels/comparedSides';
import type { Item } from '../platform/currentItem';
import { commands, contextKeys, scheme, views } from '../platform/ids';
import { registerCommand, tell, warn } from '../platform/messages';
import { pickInstance, pickPrediction } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';
import { repositoriesSetting } from '../platform/settings';
import type { Pair, ShownComparisons } from '../platform/shownComparisons';

/** `isNamed`: the person asks for these sides and no others. */
interface Wanted {
  readonly pair: Pair;
  readonly isNamed: boolean;
}

/** Gold against model in VS Code's own multi-diff; the three pairs change places by title commands. */
export const compareFeature: Feature = (services) => {
  const shown = services.comparisons;
  const compare = async (pair: Pair, argument?: unknown, isNamed = argument === undefined) => {
    const instance = await pickInstance(services, argument);
    if (!instance) return;
    // Where no run has a patch, the gold patch is what there is to read.
    const runs = await services.study.runsOf(instance.instanceId);
    if (!runs.some(({ kind }) => kind === 'prediction'))
      return show(services, shown, { ...instance, run: null }, { pair: 'base-gold', isNamed });
    const item = await pickPrediction(services, instance, { accept: hasPatch, otherwise: 'the patch is empty' });
    if (item) await show(services, shown, item, { pair, isNamed });
  };
  /** Where one file is looked at by itself, its other sides are. */
  const compareOther = async (pair: Pair) => {
    const [path, item] = [comparedFile(), services.current.value];
    if (path === null || !item) return compare(pair);
    await openFileDiff(services, item, { path, pair, line: null, takesKeys: true });
  };
  const command = (id: string, pair: Pair) =>
    registerCommand(services.log, id, 'The patches could not be compared', () => compare(pair));
  return vscode.Disposable.from(
    services.files.route('side', (uri) => readSide(services, uri)),
    registerCommand(services.log, commands.compare, 'The patches could not be compared', (argument) =>
      compare('gold-model', argument, false),
    ),
    registerCommand(services.log, commands.compareSides, 'The patches could not be compared', (pair) =>
      isPair(pair) ? compareOther(pair) : undefined,
    ),
    command(commands.compareBaseModel, 'base-model'),
    command(commands.compareBaseModelShown, 'base-model'),
    command(commands.compareBaseGold, 'base-gold'),
    command(commands.compareBaseGoldShown, 'base-gold'),
    command(commands.compareGoldModel, 'gold-model'),
    command(commands.compareGoldModelShown, 'gold-model'),
    services.study.onDidChange(() => void followTabs(services, shown)),
    vscode.window.tabGroups.onDidChangeTabs(() => void followTabs(services, shown)),
    vscode.window.tabGroups.onDidChangeTabGroups(() => void followTabs(services, shown)),
  );
};

const hasPatch = ({ kind, patchBytes, patchKind }: InstanceRun): boolean =>
  kind === 'prediction' && patchBytes !== 0 && patchKind !== 'code';

const activeTitle = (): string => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';

/** The multi-diff has no public tab type: it is known by the title that we gave it, also after a reload. */
const followTabs = async (services: Services, shown: ShownComparisons): Promise<void> => {
  const comparison = shown.of(activeTitle());
  void vscode.commands.executeCommand('setContext', contextKeys.comparison, comparison?.pair);
  if (!comparison) return;
  const { instanceId, runKey } = comparison;
  const { datasetPath, rows } = await services.study.rowsOf(instanceId);
  if (datasetPath === null || shown.of(activeTitle()) !== comparison) return;
  services.current.set({ datasetPath, instanceId, run: rows.find(({ key }) => key === runKey) ?? null });
};

/** Gold is kept from who judges: the patch against base alone is what there is then, and asked for by name gold says why. */
const withoutGold = (services: Services, wanted: Wanted): Pair | null => {
  if (wanted.pair === 'gold-model' && !wanted.isNamed) return 'base-model';
  const { gold: until } = services.study.catalogue?.blinding ?? defaultBlinding;
  const { title, rule } = hiddenWords(until, 'gold');
  void tell(`The gold patch: ${title.toLowerCase()}. ${rule}`);
  return null;
};

const show = async (services: Services, shown: ShownComparisons, item: Item, wanted: Wanted): Promise<void> => {
  const predictionsPath = item.run?.predictionsPath ?? null;
  const plan = await services.app.remote.planComparison({
    datasetPath: item.datasetPath,
    instanceId: item.instanceId,
    predictionsPath,
    studyFolder: await services.study.ready(),
    repositories: repositoriesSetting(),
  });
  const pair = plan.isGoldHidden && wanted.pair !== 'base-model' ? withoutGold(services, wanted) : wanted.pair;
  if (pair === null || !(await comparable(services, plan, item))) return;
  const files = plan.files.filter(
    (file) => pair === 'gold-model' || (pair === 'base-gold' ? file.inGold : file.inModel),
  );
  if (isLongMap({ files })) return showList(services, item);
  const label = `${item.instanceId}: ${pairWords[pair]}${plan.source === 'hunks' ? ' (hunks only)' : ''}`;
  await closeOthers(shown, item);
  shown.add(label, { instanceId: item.instanceId, runKey: item.run?.key ?? null, pair });
  await vscode.commands.executeCommand(
    'vscode.changes',
    label,
    files.map((file) => resources(item, file, pair)),
  );
  await vscode.commands.executeCommand('setContext', contextKeys.comparison, pair);
  services.current.set(item);
  if (plan.notes.length > 0) services.log.info(`${item.instanceId}: ${plan.notes.join('; ')}`);
};

const resources = (item: Item, { path }: SideFile, pair: Pair): [vscode.Uri, vscode.Uri, vscode.Uri] => {
  const [left, right] = sidesOfFile(item, path, pair);
  return [right, left, right];
};

/** Of many files the list comes first; each is opened when it is asked for. */
const showList = async (services: Services, item: Item): Promise<void> => {
  services.current.set(item);
  await vscode.commands.executeCommand(`${views.hunkMap}.focus`);
};

/** A patch that is none is said so, with its raw text one click away; a comparison of prose would show nothing. */
const comparable = async (services: Services, plan: ComparisonPlan, item: Item): Promise<boolean> => {
  if (plan.modelIsPatch !== false && plan.files.length > 0) return true;
  const reason = plan.modelIsPatch === false ? 'The model patch is no patch' : 'There is nothing to compare';
  const open = 'Open Raw';
  const choice = await warn(`${reason}: ${plan.notes.join(' ') || item.instanceId}`, open);
  if (choice) await vscode.commands.executeCommand(commands.openInstance, item);
  services.log.warn(`${item.instanceId}: ${reason}; ${plan.notes.join('; ')}`);
  return false;
};

/** Each call of `vscode.changes` makes a new editor; the one of the same item is closed first. */
const closeOthers = async (shown: ShownComparisons, { instanceId }: Item): Promise<void> => {
  const isOurs = shown.forget(instanceId);
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all).filter(({ label }) => isOurs(label));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};

const readSide = async (services: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const query = queryOf(uri);
  const side = query.get('side');
  if (uri.scheme !== scheme || (side !== 'base' && side !== 'gold' && side !== 'model'))
    throw vscode.FileSystemError.FileNotFound(uri);
  return services.app.remote.readSide({
    datasetPath: query.get('dataset'),
    instanceId: query.get('id'),
    predictionsPath: query.get('predictions') || null,
    path: query.get('path'),
    side,
    studyFolder: await services.study.ready(),
    repositories: repositoriesSetting(),
  });
};
