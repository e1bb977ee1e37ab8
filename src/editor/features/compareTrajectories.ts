import * as vscode from 'vscode';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { TrajectoryPair } from '../../protocol/trajectoryAlignmentPage';
import { readAligned } from '../panels/alignedFiles';
import { AlignmentPanel } from '../panels/alignmentPanel';
import { openTrajectoryAt } from '../panels/openTrajectoryAt';
import { pickTrajectory, type TrajectoryChoice, trajectoryChoices } from '../panels/trajectoryChoices';
import { commands, panels } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

/** Two trajectories of one instance side by side, and the trajectory of a row of an instance. */
export const compareTrajectoriesFeature: Feature = (services) => {
  const { log } = services;
  const panel = new AlignmentPanel(services);
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(panels.alignment, panel),
    services.files.route('aligned', (uri) => readAligned(services, uri)),
    registerCommand(log, commands.compareTrajectories, 'The trajectories could not be compared', async (argument) => {
      const pair = isPair(argument) ? argument : await askPair(services, argument);
      if (pair) panel.show(pair);
    }),
    registerCommand(log, commands.alignmentPress, 'The key could not be sent', (key) => panel.press(String(key))),
    registerCommand(log, commands.openRunTrajectory, 'The trajectory could not be opened', (argument) =>
      openOfRun(services, argument),
    ),
  );
};

const isPair = (argument: unknown): argument is TrajectoryPair =>
  typeof argument === 'object' && argument !== null && 'a' in argument && 'b' in argument;

/** The file of the active trajectory editor; null where another editor is active. */
const shownTrajectory = (): string | null => {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isOurs = input instanceof vscode.TabInputCustom && input.viewType.startsWith('touchstone.trajectory');
  return isOurs ? input.uri.fsPath : null;
};

/** The trajectory on screen with another of its instance; else two of an instance. */
const askPair = async (services: Services, argument: unknown): Promise<TrajectoryPair | null> => {
  const path = argument instanceof vscode.Uri ? argument.fsPath : argument === undefined ? shownTrajectory() : null;
  if (path !== null) return withOther(services, { path, which: 0 });
  const item = await pickInstance(services, argument);
  if (!item) return null;
  const choices = await trajectoryChoices(services, item.instanceId);
  if (choices.length < 2) {
    void tell(
      `${item.instanceId} has ${choices.length === 1 ? 'one trajectory' : 'no trajectory'} here; two are compared.`,
    );
    return null;
  }
  const a = await pickTrajectory(choices, 'First trajectory');
  const b = a && (await pickTrajectory(without(choices, a), 'Second trajectory'));
  return a && b ? { a, b } : null;
};

const without = (choices: readonly TrajectoryChoice[], ref: TrajectoryRef): readonly TrajectoryChoice[] =>
  choices.filter(({ path, which }) => path !== ref.path || which !== ref.which);

const withOther = async (services: Services, a: TrajectoryRef): Promise<TrajectoryPair | null> => {
  const { instanceId } = await services.app.remote.trajectoryPlace(a);
  const choices = instanceId === null ? [] : without(await trajectoryChoices(services, instanceId), a);
  if (choices.length > 0) {
    const b = await pickTrajectory(choices, 'Compare with');
    return b && { a, b };
  }
  const [chosen] =
    (await vscode.window.showOpenDialog({ title: 'Compare with Trajectory', openLabel: 'Compare' })) ?? [];
  return chosen ? { a, b: { path: chosen.fsPath, which: 0 } } : null;
};

/** The trajectory of a row; of several the one that is chosen. */
const openOfRun = async (services: Services, argument: unknown): Promise<void> => {
  const item = await pickInstance(services, argument);
  if (!item) return;
  const own = item.run?.trajectories ?? [];
  const choices = (await trajectoryChoices(services, item.instanceId)).filter(
    ({ path }) => item.run === null || own.includes(path),
  );
  const [first, second] = choices;
  const chosen = second ? await pickTrajectory(choices, 'Open Trajectory') : first;
  if (chosen) await openTrajectoryAt(chosen);
  else if (choices.length === 0) void tell(`No trajectory of ${item.run?.key ?? item.instanceId} is in this study.`);
};
