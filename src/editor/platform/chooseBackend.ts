import * as vscode from 'vscode';
import { warn } from './messages';
import type { Services } from './services';
import { backendSetting, runSettings } from './settings';

/** Nothing of ours runs in Restricted Mode, whatever called; says so and offers the trust editor. */
export const refuseUntrusted = async (): Promise<boolean> => {
  if (vscode.workspace.isTrusted) return false;
  const manage = 'Manage Workspace Trust';
  const choice = await warn('Trust this folder to run anything in it. Reading and judging work without.', manage);
  if (choice) await vscode.commands.executeCommand('workbench.trust.manage');
  return true;
};

/**
 * The engine to evaluate with: as set, else Docker where it answers, else the local backend after a yes. Null where
 * the person turned away; the reason that Docker does not answer is part of the question.
 */
export const chooseBackend = async (services: Services): Promise<'docker' | 'local' | null> => {
  const setting = backendSetting();
  const { endpoint } = runSettings();
  if (setting !== 'local') {
    const docker = await services.app.remote.pingEngine({ backend: 'docker', endpoint });
    if (docker.ok || setting === 'docker') return 'docker';
    return (await allowLocal(docker.text)) ? 'local' : null;
  }
  return (await allowLocal('The setting touchstone.backend.kind says local.')) ? 'local' : null;
};

/** Questions that were answered with yes: one is no answer to the other. */
const allowedLocal = new Set<string>();

/** The same question for runs of models, whose commands are nobody's yet. */
export const confirmLocal = (why: string): Promise<boolean> =>
  allowLocal(why, { question: 'Run the model without a container?', what: "the model's commands" });

const evaluating = { question: 'Evaluate without a container?', what: 'the tests and the patch' };

/** Asked once a window: code of the benchmark and of the model then runs as the person. */
const allowLocal = async (why: string, { question, what } = evaluating): Promise<boolean> => {
  if (allowedLocal.has(question)) return true;
  const use = 'Run Without a Sandbox';
  const detail = `${why}\n\nThe local backend is no sandbox: ${what} run as you, with your files and your network, in a throw-away checkout with a throw-away HOME.`;
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, use);
  if (choice === use) allowedLocal.add(question);
  return choice === use;
};
