import * as vscode from 'vscode';
import type { SideFile } from '../../protocol/app';
import type { StepRef, StepSide, StepState } from '../../protocol/trajectoryStates';
import { fileAtStepUri } from '../documents/uris';
import { tell, warn } from '../platform/messages';
import type { Services } from '../platform/services';
import { repositoriesSetting } from '../platform/settings';
import { askSource } from './workspace';

/** `exact`, or from where on it isn't: part of every title, for nobody should take a guess for the truth. */
export const exactness = ({ source, inexactFrom, baseFault }: StepState): string => {
  if (source === 'unknown') return 'not known';
  const words = inexactFrom === null ? 'exact' : `approximate from step ${inexactFrom}`;
  return baseFault === null ? words : `${words}, hunks only`;
};

/**
 * What is known after a step. Where there are no base files the reason is said, and another repository may be named; null:
 * nothing is known and the person turned away.
 */
export const knownState = async (services: Services, step: StepRef): Promise<StepState | null> => {
  const state = await services.app.remote.stepState(step);
  if (state.baseFault === null || (state.source !== 'unknown' && !state.wantsRepository)) return state;
  if (state.source === 'given' || state.source === 'snapshot') return state;
  const name = 'Name Another Repository';
  const canName = state.wantsRepository && state.repo !== null;
  const choice = await warn(state.baseFault, ...(canName ? [name] : []));
  if (choice !== name) return null;
  const source = await askSource(state.repo, null);
  if (source === null || !('repositories' in source)) return null;
  const repositories = { ...repositoriesSetting(), ...source.repositories };
  return services.app.remote.stepState({ ...step, repositories });
};

const sidesOf: Readonly<Record<'diff' | 'gold', readonly [StepSide, StepSide]>> = {
  diff: ['base', 'step'],
  gold: ['gold', 'step'],
};

const hasChanged = ({ inModel, inGold }: SideFile, which: 'diff' | 'gold'): boolean =>
  inModel || (which === 'gold' && inGold);

/** The patch so far in VS Code's multi-diff: against base, or gold against it. */
export const diffAtStep = async (services: Services, step: StepRef, which: 'diff' | 'gold'): Promise<string | null> => {
  const state = await knownState(services, step);
  if (state === null) return null;
  if (which === 'gold' && !state.hasGold) {
    void tell('No gold patch is known for this trajectory: its instance is in no dataset at hand, or has none.');
    return null;
  }
  const files = state.files.filter((file) => hasChanged(file, which));
  services.log.info(`${state.instanceId ?? step.path}, step ${step.idx}: ${state.source}; ${state.why}`);
  if (files.length === 0) {
    void tell(`Step ${step.idx} (${exactness(state)}): no file is changed yet. ${state.why}`);
    return null;
  }
  const what = which === 'diff' ? 'Base ↔ Step' : 'Gold ↔ Step';
  const title = `${state.instanceId ?? 'Trajectory'} step ${step.idx}: ${what} (${exactness(state)})`;
  const [left, right] = sidesOf[which];
  const pairs = files.map(({ path }) => {
    const side = (name: StepSide) => fileAtStepUri(step, path, name, state.stamp);
    return [side(right), side(left), side(right)];
  });
  await closeTab(title);
  await vscode.commands.executeCommand('vscode.changes', title, pairs);
  return null;
};

/** Each call of `vscode.changes` makes a new editor; the one of the same title is closed first. */
const closeTab = async (title: string): Promise<void> => {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all).filter(({ label }) => label === title);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};

/** One file as it stood after the step; those that were changed by then come first. */
export const openFileAtStep = async (services: Services, step: StepRef): Promise<string | null> => {
  const state = await knownState(services, step);
  if (state === null) return null;
  const changed = new Set(state.files.filter(({ inModel }) => inModel).map(({ path }) => path));
  const paths = await services.app.remote.stepPaths(step);
  const items = [
    ...paths.filter((path) => changed.has(path)).map((path) => ({ label: path, description: 'changed by then' })),
    ...paths.filter((path) => !changed.has(path)).map((path) => ({ label: path, description: '' })),
  ];
  const title = `File as of Step ${step.idx} (${exactness(state)})`;
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (!chosen) return null;
  const uri = fileAtStepUri(step, chosen.label, 'step', state.stamp);
  await vscode.window.showTextDocument(uri, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  return null;
};
