import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { InstanceRun } from '../../../src/core/study/instanceRuns';
import type { Item } from '../../../src/editor/platform/currentItem';
import type { Services } from '../../../src/editor/platform/services';
import { expectNoCanary } from '../../fakes/canary';
import { evaluatedStudy, spandrel } from '../../fakes/evaluatedStudy';

/** What the extension hands to tests: the services that its features use. */
export const services = async (): Promise<Services> => {
  const extension = vscode.extensions.getExtension<{ readonly services: Services }>('touchstone.touchstone');
  assert.ok(extension, 'VS Code does not know the extension');
  return (await extension.activate()).services;
};

/** A throw-away folder, removed when VS Code ends with its test run's own temporary folder. */
export const scratch = (name: string): string => path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tst-')), name);

/**
 * Removes what `scratch` made, and nothing else: a folder that was never set (its `before` failed) is '', and the folder
 * above that is the one in which the tests run.
 */
export const removeScratch = (folder: string): void => {
  const above = path.dirname(folder);
  const isOurs =
    path.isAbsolute(folder) && path.dirname(above) === os.tmpdir() && path.basename(above).startsWith('tst-');
  if (!isOurs) return;
  try {
    expectNoCanary(above);
  } finally {
    fs.rmSync(above, { recursive: true, force: true });
  }
};

const shared = globalThis as typeof globalThis & { touchstoneStudy?: Promise<string> };

const makeStudy = async (): Promise<string> => {
  const folder = scratch('quickstart');
  await evaluatedStudy(folder);
  return folder;
};

/** The evaluated sample, one for all files of the suite (each is a bundle of its own); opened, and its folder. */
export const openSample = async (): Promise<string> => {
  shared.touchstoneStudy ??= makeStudy();
  const folder = await shared.touchstoneStudy;
  const { study } = await services();
  // The window's own folder is read at activation; what comes last stays.
  await study.opening;
  if (study.folder !== folder) await study.open(folder);
  return folder;
};

/** A run's row of an instance in the open study. */
export const itemOf = async (pullRequest: number, runKey: string): Promise<Item & { readonly run: InstanceRun }> => {
  return itemIn(spandrel(pullRequest), runKey);
};

/** The same by an instance's full id. */
export const itemIn = async (id: string, runKey: string): Promise<Item & { readonly run: InstanceRun }> => {
  const { study } = await services();
  const { datasetPath, rows } = await study.rowsOf(id);
  const run = rows.find(({ key }) => key === runKey);
  assert.ok(datasetPath !== null && run, `${id} has no run ${runKey}`);
  return { datasetPath, instanceId: id, run };
};

/** Asks until the answer is there; what it then is decides the test. Never a fixed sleep. */
export const until = async <T>(
  what: string,
  ask: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> => {
  const end = Date.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Waited 20 s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

export const tabLabels = (): string[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

export const closeAllEditors = async (): Promise<void> => {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
};
