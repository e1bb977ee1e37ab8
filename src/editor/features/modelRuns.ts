import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { ModelRun } from '../../protocol/modelRuns';
import { refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell, tellFault, warn } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { motionSetting } from '../platform/settings';
import type { ModelRunRow } from '../views/modelRunRows';
import { againOf, failedOf, modelStatusSpoken, modelStatusText, outcomeOfModelRun } from '../views/modelRunWords';
import { begun } from './runModel';

/** Runs of models that go on: a status item with the spend, and the commands that steer them. */
export const modelRunsFeature: Feature = (services) => {
  const { modelRuns, app, log } = services;
  const command = (id: string, what: string, run: (argument: unknown, selection: unknown) => unknown) =>
    registerCommand(log, id, what, run);
  return vscode.Disposable.from(
    statusItem(services),
    modelRuns.onDidEnd((run) => void sayEnd(services, run)),
    app.onDidEnd(() => modelRuns.lost()),
    command(commands.stopModelRun, 'The run could not be stopped', (row, rows) => stop(services, row, rows)),
    command(commands.stopAllModelRuns, 'The runs could not be stopped', () => stopAll(services)),
    command(commands.rerunFailed, 'What failed could not be run again', (row) => rerun(services, row)),
    command(commands.openModelRunTrajectory, 'The trajectory could not be opened', openTrajectory),
  );
};

/** `3 of 8, $0.42 of $2.00` while something goes on; gone when nothing does. */
const statusItem = ({ modelRuns }: Services): vscode.Disposable => {
  const item = vscode.window.createStatusBarItem('touchstone.modelRuns', vscode.StatusBarAlignment.Left, 11);
  item.name = 'Touchstone Model Runs';
  item.command = commands.showEvaluations;
  const draw = () => {
    const { live } = modelRuns;
    if (live.length === 0) return item.hide();
    item.text = modelStatusText(live, motionSetting());
    item.tooltip = live.map(({ title }) => shownText(title)).join('\n');
    item.accessibilityInformation = { label: modelStatusSpoken(live), role: 'button' };
    item.show();
  };
  return vscode.Disposable.from(item, modelRuns.onDidChange(draw));
};

const rowOf = (argument: unknown): ModelRunRow | null =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && 'key' in argument
    ? (argument as ModelRunRow)
    : null;

/** The run of the row, else the only one, else the person's choice. */
const runOf = async (argument: unknown, candidates: readonly ModelRun[], title: string): Promise<ModelRun | null> => {
  const row = rowOf(argument);
  if (row?.kind === 'modelRun' || row?.kind === 'modelItem') return row.modelRun;
  if (candidates.length < 2) return candidates[0] ?? null;
  const picks = candidates.map((run) => ({ label: shownText(run.title), run }));
  return (await vscode.window.showQuickPick(picks, { title }))?.run ?? null;
};

/** `selection`: of the view, first in the list where it must be asked. */
const stop = async ({ app, modelRuns }: Services, argument: unknown, selection: unknown): Promise<void> => {
  const row = rowOf(argument);
  const likely = rowOf(Array.isArray(selection) ? selection[0] : null);
  const isLikely = ({ id }: ModelRun) => likely !== null && 'modelRun' in likely && likely.modelRun.id === id;
  const live = [...modelRuns.live].sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
  const run = await runOf(argument, live, 'Stop which run?');
  if (run === null) void tell('No model is being run.');
  else
    await app.remote.stopModelRun({ id: run.id, instanceId: row?.kind === 'modelItem' ? row.item.instanceId : null });
};

const stopAll = async ({ app, modelRuns }: Services): Promise<void> => {
  if (modelRuns.live.length === 0) void tell('No model is being run.');
  await Promise.all(modelRuns.live.map(({ id }) => app.remote.stopModelRun({ id, instanceId: null })));
};

const rerun = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const { modelRuns, app } = services;
  const ended = modelRuns.all.filter((run) => againOf(run).length > 0);
  const run = await runOf(argument, ended, 'Run again what failed of which run?');
  if (run === null) void tell('No run of this window has an attempt that failed or was stopped.');
  else await begun(services, await app.remote.rerunFailed({ id: run.id }));
};

const openTrajectory = async (argument: unknown): Promise<void> => {
  const row = rowOf(argument);
  if (row?.kind !== 'modelItem') return;
  const { trajectory, instanceId, state } = row.item;
  if (trajectory === null) void tell(`${instanceId} has no trajectory${state === 'waiting' ? ' yet: it waits' : ''}.`);
  else await vscode.commands.executeCommand(commands.openTrajectory, vscode.Uri.file(trajectory));
};

const again = 'Run Again What Failed';
const goOn = 'Go On';
const show = 'Open Trajectory';

/** Reads the study anew and says what came out, once. */
const sayEnd = async (services: Services, run: ModelRun): Promise<void> => {
  services.files.invalidate();
  if (services.study.folder === run.studyFolder) await services.study.refresh();
  const text = `${run.title}: ${outcomeOfModelRun(run)}`;
  services.log.info(text);
  const failed = failedOf(run).length > 0;
  const only = run.items.length === 1 ? run.items[0] : undefined;
  const buttons = [...(only?.trajectory ? [show] : []), ...(failed ? [again] : againOf(run).length > 0 ? [goOn] : [])];
  const say = run.end?.kind === 'failed' ? tellFault : failed || run.end?.kind === 'stopped' ? warn : tell;
  const choice = await say(text, ...buttons);
  if (choice === again || choice === goOn) await begun(services, await services.app.remote.rerunFailed({ id: run.id }));
  if (choice === show && only?.trajectory)
    await vscode.commands.executeCommand(commands.openTrajectory, vscode.Uri.file(only.trajectory));
};
