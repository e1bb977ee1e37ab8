import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import type { Problem } from '../../core/shared/problem';
import { reportUri } from '../documents/uris';
import { commands, contextKeys, views } from '../platform/ids';
import { registerCommand, showFailure } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { StudyTree } from '../views/studyTree';

/** What changes a study from outside: predictions, reports, rows, the study file, verdicts of others. */
const watched = '**/{*.jsonl,*.parquet,*.json,*.pred,*.yaml,*.yml}';

/** Opens the study of the first folder, and reads it anew (at most once a second) when its files change. */
export const catalogueFeature: Feature = (services) => {
  const tree = new StudyTree(services.study, services.app);
  const view = vscode.window.createTreeView(views.study, { treeDataProvider: tree, showCollapseAll: false });
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath ?? null;
  const opening = folder === null ? new vscode.Disposable(() => {}) : openAndWatch(services, folder);
  return vscode.Disposable.from(
    tree,
    view,
    opening,
    services.files.route('left-out', async () => new TextEncoder().encode(await skippedText(services))),
    registerCommand(services.log, commands.refresh, 'The study could not be read', () => refresh(services)),
    registerCommand(services.log, commands.showSkipped, 'What was skipped could not be shown', () =>
      showSkipped(services),
    ),
    registerCommand(services.log, commands.showLog, 'The log could not be shown', () => services.log.show()),
  );
};

const refresh = async (services: Services): Promise<void> => {
  services.files.invalidate();
  await services.study.refresh();
};

const openAndWatch = (services: Services, folder: string): vscode.Disposable => {
  services.study.opening = open(services, folder);
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, watched));
  let timer: NodeJS.Timeout | undefined;
  const later = (uri: vscode.Uri) => {
    if (/[\\/](node_modules|\.git)[\\/]/.test(uri.fsPath)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void open(services, folder), 1000);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(later),
    watcher.onDidChange(later),
    watcher.onDidDelete(later),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
};

const open = async (services: Services, folder: string): Promise<void> => {
  try {
    const tie = await services.app.remote.workspaceTie({ folder });
    await services.study.open(tie?.studyFolder ?? folder);
    if (tie && !services.context.workspaceState.get<boolean>('resumed')) {
      await services.context.workspaceState.update('resumed', true);
      await vscode.commands.executeCommand(commands.openInstance, {
        datasetPath: tie.datasetPath,
        instanceId: tie.instanceId,
      });
    }
  } catch (error) {
    await vscode.commands.executeCommand('setContext', contextKeys.studyOpen, false);
    void showFailure(services.log, `${folder} could not be read`, error);
  }
};

const showSkipped = async (services: Services): Promise<void> => {
  services.files.invalidate();
  await vscode.window.showTextDocument(reportUri('left-out'), { preview: true });
};

interface LeftOut {
  readonly path: string;
  readonly skipped: readonly Problem[];
  readonly skippedCount: number;
}

/** What was left out of one place, and how much more there is than is named here. */
const namedProblems = ({ path, skipped, skippedCount }: LeftOut): readonly Problem[] => {
  const more = skippedCount - skipped.length;
  const reason = `${counted(more, 'thing')} more. \`touchstone inspect\` names them all.`;
  return more === 0 ? skipped : [...skipped, { where: path, field: null, reason }];
};

/** Some readers begin their reason with the field. */
const withoutField = (field: string, reason: string): string =>
  reason.startsWith(`${field}: `) ? reason.slice(field.length + 2) : reason;

/** Everything left out or guessed, as a document: file, place, field, reason. */
const skippedText = async (services: Services): Promise<string> => {
  await services.study.ready();
  const { catalogue } = services.study;
  if (!catalogue) return '';
  const { root, problems, problemCount, datasets, runs, filesLookedAt } = catalogue;
  const places = [{ path: root, skipped: problems, skippedCount: problemCount }, ...datasets, ...runs];
  const total = places.reduce((sum, { skippedCount }) => sum + skippedCount, 0);
  const lines = places
    .flatMap(namedProblems)
    .map(({ where, field, reason }) =>
      field === null ? `${where}: ${reason}` : `${where}, ${field}: ${withoutField(field, reason)}`,
    );
  const head = `${root}: ${counted(filesLookedAt, 'file')} looked at, ${counted(total, 'thing')} left out or guessed.`;
  return [head, '', ...lines, ''].join('\n');
};
