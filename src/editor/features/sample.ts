import { cp, mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands, walkthrough } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';

/** The sample study, other folders and datasets: how one gets something to look at. */
export const sampleFeature: Feature = (services) => {
  if (process.env['TOUCHSTONE_DEMO'] === '1') void showWalkthrough();
  return vscode.Disposable.from(
    registerCommand(services.log, commands.openSample, 'The sample study could not be opened', () =>
      openSample(services),
    ),
    registerCommand(services.log, commands.openFolder, 'The folder could not be opened', () => openFolder()),
    registerCommand(services.log, commands.openDataset, 'The dataset could not be opened', () => openDataset(services)),
    registerCommand(services.log, commands.closeDataset, 'The dataset could not be closed', (node) =>
      closeDataset(services, node),
    ),
    registerCommand(services.log, commands.openWalkthrough, 'The walkthrough could not be opened', () =>
      showWalkthrough(),
    ),
  );
};

const showWalkthrough = (): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Copies the sample to a place of the person's choice, since verdicts are written beside it; an own copy is reopened. */
const openSample = async (services: Services): Promise<void> => {
  const target = await sampleTarget();
  if (!target) return;
  if (!(await exists(target))) {
    const source = vscode.Uri.joinPath(services.context.extensionUri, 'samples', 'quickstart').fsPath;
    await mkdir(join(target, '..'), { recursive: true });
    await cp(source, target, { recursive: true, errorOnExist: true, force: false });
  }
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(target), { forceReuseWindow: true });
};

const sampleTarget = async (): Promise<string | null> => {
  const usual = join(homedir(), 'touchstone-quickstart');
  const reopen = await exists(usual);
  const here = { label: reopen ? 'Open your copy' : 'Copy it to your home folder', description: usual, target: usual };
  const other = { label: 'Copy it elsewhere...', description: '', target: null };
  const choice = await vscode.window.showQuickPick([here, other], {
    title: 'The sample study is copied, so that verdicts can be kept beside it',
  });
  if (!choice) return null;
  if (choice.target) return choice.target;
  const picked = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: 'Copy the Sample Here',
  });
  return picked?.[0] ? join(picked[0].fsPath, 'touchstone-quickstart') : null;
};

const openFolder = async (): Promise<void> => {
  const picked = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: 'Open Folder with Runs',
  });
  if (picked?.[0]) await vscode.commands.executeCommand('vscode.openFolder', picked[0], { forceReuseWindow: true });
};

/** A dataset beside the study: shown with it, remembered for this folder. */
const openDataset = async (services: Services): Promise<void> => {
  const filters = { Datasets: ['jsonl', 'json', 'gz', 'parquet'], 'All files': ['*'] };
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: true,
    canSelectMany: true,
    filters,
    openLabel: 'Open Dataset',
  });
  if (picked) await services.study.addDatasets(picked.map(({ fsPath }) => fsPath));
};

/** Only what was opened beside the study can be closed; the study's own datasets are the study's. */
const closeDataset = async (services: Services, node: unknown): Promise<void> => {
  const path = (node as { readonly dataset?: { readonly path?: string } } | undefined)?.dataset?.path;
  if (path !== undefined) await services.study.closeDataset(path);
};
