import * as vscode from 'vscode';
import type { RunSettings } from '../../protocol/evaluate';
import { settings } from './ids';

const read = <T>(key: string, fallback: T): T =>
  vscode.workspace.getConfiguration(settings.section).get<T>(key) ?? fallback;

export const backendSetting = (): 'docker' | 'local' | 'ask' => read(settings.backend, 'ask');

export const raterSetting = (): string => read(settings.rater, 'r1');

/** Whether icons may move; what the machine itself prefers is not told to extensions. */
export const motionSetting = (): boolean => vscode.workspace.getConfiguration('workbench').get('reduceMotion') !== 'on';

/** A plain copy: what the configuration gives is a proxy, which no worker can be sent. */
const readMap = (key: string): Readonly<Record<string, string>> => ({ ...read<Record<string, string>>(key, {}) });

export const repositoriesSetting = (): Readonly<Record<string, string>> => readMap(settings.repositories);

/** Bytes; 0: no limit. */
export const imageBudgetSetting = (): number => Math.max(0, read(settings.imageBudget, 100)) * 1024 ** 3;

/** The person's settings for an evaluation; empty texts become null. */
export const runSettings = (): RunSettings => ({
  endpoint: read(settings.endpoint, '') || null,
  workers: read(settings.workers, 2),
  images: readMap(settings.images),
  testCommands: readMap(settings.testCommands),
  repositories: repositoriesSetting(),
  ruleSet: read(settings.ruleSet, 'swebench-v5'),
  timeoutSeconds: read(settings.timeout, 1800),
  imageBudget: imageBudgetSetting(),
});
