import * as vscode from 'vscode';
import { isTestPath } from '../../core/patch/pathRules';
import type { StepRef, StepState, StepTested } from '../../protocol/trajectoryStates';
import { testOutputUri } from '../documents/uris';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import { tell } from '../platform/messages';
import { withProgress } from '../platform/progress';
import type { Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { exactness, knownState } from './filesAtStep';

/** Whether the agent's changes of tests are left out; null where the person turned away. Not asked where there are none. */
const askTests = async ({ files }: StepState, idx: number): Promise<boolean | null> => {
  const tests = files.filter(({ inModel, path }) => inModel && isTestPath(path)).map(({ path }) => path);
  if (tests.length === 0) return false;
  const choices = [
    { label: 'As the agent left them', description: tests.slice(0, 3).join(', '), restore: false },
    { label: 'With the test files restored', description: 'as in base', restore: true },
  ];
  const title = `By step ${idx} the agent has changed test files`;
  const placeHolder = "Files of the instance's own test patch are restored in both cases";
  return (await vscode.window.showQuickPick(choices, { title, placeHolder }))?.restore ?? null;
};

const openOutput = async ({ files }: Services, tested: StepTested): Promise<void> => {
  files.invalidate();
  const uri = testOutputUri(tested, tested.runId, tested.model, tested.folder);
  await vscode.window.showTextDocument(uri, { preview: true });
};

/** The tests of the instance on the files after a step; nothing of it enters the study's results. */
export const testsAtStep = async (services: Services, step: StepRef): Promise<string | null> => {
  if (await refuseUntrusted()) return null;
  const state = await knownState(services, step);
  const restoreTests = state && (await askTests(state, step.idx));
  const backend = restoreTests === null ? null : await chooseBackend(services);
  if (state === null || restoreTests === null || backend === null) return null;
  const { remote } = services.app;
  const tested = await withProgress(
    services.progress,
    `Tests at step ${step.idx}`,
    (task) => remote.cancel({ task }),
    (task) => remote.testStep({ ...step, task, backend, settings: runSettings(), restoreTests }),
  );
  const words = [`${tested.words} (${tested.rules}; files ${exactness(state)}).`, ...tested.notes].join(' ');
  void say(services, step.idx, words, tested);
  return words;
};

const say = async (services: Services, idx: number, words: string, tested: StepTested): Promise<void> => {
  const open = 'Open Test Output';
  const choice = await tell(`Tests at step ${idx}: ${words}`, ...(tested.hasLog ? [open] : []));
  if (choice === open) await openOutput(services, tested);
};
