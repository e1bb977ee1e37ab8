import * as vscode from 'vscode';
import { isFields } from '../../core/run/trajectory/fields';
import type { StepRef } from '../../protocol/trajectoryStates';
import { queryOf } from '../documents/uris';
import { refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { repositoriesSetting } from '../platform/settings';
import { stepShown, whichShown } from '../platform/shownTrajectories';
import { diffAtStep, openFileAtStep } from './filesAtStep';
import { testsAtStep } from './testsAtStep';
import { openAsWorkspace } from './workspace';

/** The files as they stood after a step of a trajectory: compared, opened, worked on, tested. */
export const trajectoryStatesFeature: Feature = (services) => {
  const command = (id: string, what: string, run: (services: Services, step: StepRef) => Promise<string | null>) =>
    registerCommand(services.log, id, what, async (argument) => {
      const step = stepOf(argument);
      if (step === null) void tell('Open a trajectory and go to a step.');
      return step === null ? null : run(services, step);
    });
  return vscode.Disposable.from(
    services.files.route('at-step', (uri) => readSide(services, uri)),
    command(commands.diffSoFar, 'The diff so far could not be shown', (all, step) => diffAtStep(all, step, 'diff')),
    command(commands.diffToGoldAtStep, 'The diff to gold could not be shown', (all, step) =>
      diffAtStep(all, step, 'gold'),
    ),
    command(commands.openFileAtStep, 'The file could not be opened', openFileAtStep),
    command(commands.openWorkspaceAtStep, 'The workspace could not be opened', workspaceAtStep),
    command(commands.runTestsAtStep, 'The tests could not be run', testsAtStep),
  );
};

/** The step that a page names, else that of the trajectory in front; null: none is. */
const stepOf = (argument: unknown): StepRef | null => {
  const repositories = repositoriesSetting();
  if (isFields(argument)) {
    const [path, which, idx] = [argument['path'], argument['which'], argument['idx']];
    if (typeof path === 'string' && typeof which === 'number' && typeof idx === 'number')
      return { path, which, idx, repositories };
  }
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const path = input instanceof vscode.TabInputCustom ? input.uri.fsPath : null;
  const idx = path === null ? null : stepShown(path);
  return path === null || idx === null ? null : { path, which: whichShown(path), idx, repositories };
};

const readSide = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const query = queryOf(uri);
  const side = query.get('side');
  if (side !== 'base' && side !== 'step' && side !== 'gold') throw vscode.FileSystemError.FileNotFound(uri);
  const step = { path: query.get('path'), which: Number(query.get('which')), idx: Number(query.get('idx')) };
  return app.remote.stepFile({ ...step, repositories: repositoriesSetting(), file: query.get('file'), side });
};

const workspaceAtStep = async (services: Services, step: StepRef): Promise<null> => {
  if (await refuseUntrusted()) return null;
  const { instanceId } = await services.app.remote.stepState(step);
  const opening = {
    instanceId: instanceId ?? '',
    title: `Open ${instanceId ?? 'the instance'} as of step ${step.idx}`,
    make: (task: string, { onExisting, repositories }: { onExisting: 'tell' | 'open' | 'second' } & StepRepositories) =>
      services.app.remote.openStepWorkspace({ ...step, repositories, task, onExisting }),
  };
  const { repositories } = step;
  await openAsWorkspace(services, opening, {
    withTestPatch: false,
    fromImage: null,
    onExisting: 'tell',
    repositories,
  });
  return null;
};

type StepRepositories = Pick<StepRef, 'repositories'>;
