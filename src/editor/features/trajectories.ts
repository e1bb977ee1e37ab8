import * as vscode from 'vscode';
import type { TableTarget } from '../../protocol/trajectoryTable';
import { TrajectoriesPanel } from '../panels/trajectoriesPanel';
import { commands, panels } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';

/** Tables of trajectories: of a folder of the explorer, of an instance, of a run; without any of them of the study. */
export const trajectoriesFeature: Feature = (services) => {
  const { log } = services;
  const panel = new TrajectoriesPanel(services);
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(panels.trajectories, panel),
    registerCommand(log, commands.showTrajectories, 'The trajectories could not be listed', async (argument) => {
      const target = (await targetOf(services, argument)) ?? (await askFolder());
      if (target) panel.show(target);
    }),
    registerCommand(log, commands.trajectoriesPress, 'The key could not be sent', (key) => panel.press(String(key))),
  );
};

/** What a command's argument may hold: an instance of the tree or of a page, a row of a run, a run. */
interface Named {
  readonly instance?: { readonly id?: unknown };
  readonly instanceId?: unknown;
  readonly row?: { readonly instanceId?: unknown };
  readonly run?: { readonly id?: unknown } | null;
  readonly kind?: unknown;
}

const targetOf = async (services: Services, argument: unknown): Promise<TableTarget | null> => {
  if (argument === 'choose') return null;
  if (argument instanceof vscode.Uri) return { kind: 'folder', path: argument.fsPath };
  const { instance, instanceId, row, run, kind } = (argument ?? {}) as Named;
  const id = instance?.id ?? instanceId ?? row?.instanceId;
  if (typeof id === 'string') return { kind: 'instance', studyFolder: await services.study.ready(), instanceId: id };
  if (kind === 'run' && typeof run?.id === 'string')
    return { kind: 'run', studyFolder: await services.study.ready(), runId: run.id };
  const folder = await services.study.ready().catch(() => null);
  return folder === null ? null : { kind: 'folder', path: folder };
};

const askFolder = async (): Promise<TableTarget | null> => {
  const options = {
    title: 'Trajectories of a Folder',
    openLabel: 'Show',
    canSelectFolders: true,
    canSelectFiles: false,
  };
  const [chosen] = (await vscode.window.showOpenDialog(options)) ?? [];
  return chosen ? { kind: 'folder', path: chosen.fsPath } : null;
};
