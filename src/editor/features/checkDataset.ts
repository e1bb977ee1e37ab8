import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { CheckedRow, DatasetCheckReply } from '../../protocol/datasetCheck';
import type { DatasetOverview } from '../../protocol/studyOverview';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, showFailure, tell, warn } from '../platform/messages';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';

/** Checks a dataset: base and gold of every instance, before anyone grades a model on it. */
export const checkDatasetFeature: Feature = (services) =>
  registerCommand(services.log, commands.checkDataset, 'The dataset could not be checked', (argument) =>
    check(services, argument),
  );

interface Target {
  readonly title: string;
  readonly datasetPath: string;
}

const isDatasetNode = (argument: unknown): argument is { readonly dataset: DatasetOverview } =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'dataset';

const targetOf = ({ id, path }: DatasetOverview): Target => ({ title: id, datasetPath: path });

/** The dataset of the node, the only one, or the one that is picked; null where the person turned away. */
const pickDataset = async (services: Services, argument: unknown): Promise<Target | null> => {
  if (isDatasetNode(argument)) return targetOf(argument.dataset);
  await services.study.ready();
  const datasets = services.study.catalogue?.datasets ?? [];
  const [only, ...others] = datasets;
  if (only === undefined) {
    void tell('No dataset is open that could be checked.');
    return null;
  }
  if (others.length === 0) return targetOf(only);
  const picks = datasets.map((dataset) => ({
    label: shownText(dataset.id),
    description: counted(dataset.count, 'instance'),
    dataset,
  }));
  const choice = await vscode.window.showQuickPick(picks, { title: 'Check which dataset?' });
  return choice ? targetOf(choice.dataset) : null;
};

const check = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const target = await pickDataset(services, argument);
  const backend = target && (await chooseBackend(services));
  if (!target || !backend) return;
  const reply = await run(services, target, backend);
  if (reply.fault !== null) void showFailure(services.log, `Check ${target.title}: what was run is kept`, reply.fault);
  void say(services, target, reply);
};

const run = async (services: Services, { title, datasetPath }: Target, backend: 'docker' | 'local') => {
  const studyFolder = await services.study.ready();
  const { remote } = services.app;
  const request = { studyFolder, datasetPath, instanceIds: [], backend, settings: runSettings(), again: false };
  return withProgress(
    services.progress,
    `Check ${title}`,
    (task) => remote.cancel({ task }),
    (task) => remote.checkDataset({ ...request, task }),
  ).finally(() => {
    services.files.invalidate();
    return services.study.refresh();
  });
};

const summary = ({ total, sound, withDefects, notChecked, notSeen }: DatasetCheckReply): string =>
  [
    `${sound} of ${counted(total, 'instance')} are sound`,
    withDefects > 0 ? `${withDefects} with defects` : null,
    notChecked > 0 ? `${notChecked} not checked` : null,
    ...notSeen,
  ]
    .filter((part) => part !== null)
    .join(', ');

const say = async (services: Services, target: Target, reply: DatasetCheckReply): Promise<void> => {
  const words = `Check ${target.title}: ${summary(reply)}`;
  if (reply.rows.length === 0) {
    void tell(words);
    return;
  }
  if (await warn(words, 'Show Defects')) await showRows(services, target, reply.rows);
};

/** The instances that aren't sound; picking one opens its page. */
const showRows = (services: Services, { title, datasetPath }: Target, rows: readonly CheckedRow[]): Promise<void> =>
  new Promise((closed) => {
    const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly instanceId: string }>();
    pick.title = shownText(`Dataset check of ${title}`);
    pick.placeholder = 'Open an instance: its page has each defect with links to the log';
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.ignoreFocusOut = true;
    pick.items = rows.map(({ instanceId, titles, words }) => ({
      label: shownText(instanceId),
      description: shownText(titles),
      detail: shownText(words),
      instanceId,
    }));
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      pick.hide();
      if (item) void open(services, datasetPath, item.instanceId);
    });
    pick.onDidHide(() => {
      pick.dispose();
      closed();
    });
    pick.show();
  });

const open = async (services: Services, datasetPath: string, instanceId: string): Promise<void> => {
  await services.study.ready();
  await vscode.commands.executeCommand(commands.openInstance, { datasetPath, instanceId, run: null });
};
