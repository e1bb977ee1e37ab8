import * as vscode from 'vscode';
import type { EvaluationRuns } from '../platform/evaluationRuns';
import { commands, contextKeys, views } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { ModelRuns } from '../platform/modelRuns';
import type { Feature, Services } from '../platform/services';
import { motionSetting } from '../platform/settings';
import type { EvaluationRow } from '../views/evaluationRows';
import { EvaluationTree } from '../views/evaluationTree';
import { statusSpoken, statusTable, statusText } from '../views/evaluationWords';
import type { ModelRunRow } from '../views/modelRunRows';
import { openEnded, sayEnd } from './evaluationEnded';

/** Evaluations that go on while the person does other things: a tree, a status item, and the commands that steer them. */
export const evaluationRunsFeature: Feature = (services) => {
  const { runs, modelRuns } = services;
  const tree = new EvaluationTree(runs, modelRuns);
  const shown = new Shown(runs, modelRuns);
  const view = vscode.window.createTreeView<EvaluationRow | ModelRunRow>(views.evaluations, {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  return vscode.Disposable.from(
    tree,
    view,
    statusItem(runs),
    runs.onDidChange(() => void shown.update()),
    modelRuns.onDidChange(() => void shown.update()),
    runs.onDidEnd((run) => void sayEnd(services, run)),
    services.app.onDidEnd(() => runs.lost()),
    ...steering(services, () => view.selection[0]),
    registerCommand(services.log, commands.showEvaluations, 'The evaluations could not be shown', () => shown.show()),
    registerCommand(services.log, commands.openEvaluated, 'The test output could not be opened', openRow),
    registerCommand(services.log, commands.clearEvaluations, 'The list could not be cleared', () => {
      runs.clearEnded();
      modelRuns.clearEnded();
    }),
  );
};

/** Whether the view is there, and whether something goes on that can be ended. */
class Shown {
  /** The person asked for the view where nothing was to be shown. */
  private asked = false;

  constructor(
    private readonly runs: EvaluationRuns,
    private readonly models: ModelRuns,
  ) {}

  async update(): Promise<void> {
    const { all, live, unfinished } = this.runs;
    const { models } = this;
    const has = all.length + unfinished.length + models.all.length + models.unfinished.length > 0;
    if (has) this.asked = false;
    await vscode.commands.executeCommand('setContext', contextKeys.evaluations, has || this.asked);
    await vscode.commands.executeCommand('setContext', contextKeys.evaluating, live.length > 0);
    await vscode.commands.executeCommand('setContext', contextKeys.runningModels, models.live.length > 0);
  }

  /** Shown also where nothing goes on: the view then says how something is started. */
  async show(): Promise<void> {
    this.asked = true;
    await this.update();
    await vscode.commands.executeCommand(`${views.evaluations}.focus`);
  }
}

/** `12/40 · 3 min left` while something goes on; gone when nothing does. */
const statusItem = (runs: EvaluationRuns): vscode.Disposable => {
  const item = vscode.window.createStatusBarItem('touchstone.evaluations', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Touchstone Evaluations';
  item.command = commands.showEvaluations;
  const draw = () => {
    const { live } = runs;
    if (live.length === 0) return item.hide();
    item.text = statusText(live, motionSetting());
    item.tooltip = new vscode.MarkdownString(statusTable(live));
    item.accessibilityInformation = { label: statusSpoken(live), role: 'button' };
    item.show();
  };
  return vscode.Disposable.from(item, runs.onDidChange(draw));
};

/** Rows of runs of models have commands of their own. */
const evaluationRowOf = (row: EvaluationRow | ModelRunRow | undefined): EvaluationRow | undefined =>
  row === undefined || row.kind.startsWith('model') ? undefined : (row as EvaluationRow);

const rowOf = (argument: unknown): EvaluationRow | null =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && 'key' in argument
    ? (argument as EvaluationRow)
    : null;

const openRow = async (argument: unknown): Promise<void> => {
  const row = rowOf(argument);
  if (row?.kind === 'ended') await openEnded(row.run, row.item);
};

/** Pause, go on and cancel; without a row every run that goes on is meant. */
const steering = (
  services: Services,
  chosen: () => EvaluationRow | ModelRunRow | undefined,
): readonly vscode.Disposable[] => {
  const { runs, app, log } = services;
  const idsOf = (argument: unknown): readonly string[] => {
    const row = rowOf(argument);
    return row?.kind === 'run' ? [row.run.progress.id] : runs.live.map(({ progress }) => progress.id);
  };
  const each = (call: (id: string) => Promise<unknown>) => async (argument: unknown) => {
    await Promise.all(idsOf(argument).map(call));
  };
  // By its key: the row that is selected. What has ended is left alone.
  const cancel = async (argument: unknown) => {
    const row = rowOf(argument) ?? evaluationRowOf(chosen());
    // The key is one for both, and which row it was pressed on nobody says: the run of a model is asked for.
    const isModel = row === undefined && (chosen() !== undefined || runs.live.length === 0);
    if (isModel && services.modelRuns.live.length > 0)
      await vscode.commands.executeCommand(commands.stopModelRun, undefined, [chosen()]);
    if (row?.kind === 'running') await app.remote.cancelRun({ id: row.run.progress.id, item: row.item });
    if (row?.kind === 'run' && row.run.end === null)
      await app.remote.cancelRun({ id: row.run.progress.id, item: null });
  };
  const cancelAll = async () => {
    if (runs.live.length === 0) void tell('No evaluation goes on.');
    await Promise.all(runs.live.map(({ progress }) => app.remote.cancelRun({ id: progress.id, item: null })));
  };
  return [
    registerCommand(
      log,
      commands.pauseEvaluation,
      'The run could not be paused',
      each((id) => app.remote.pauseRun({ id })),
    ),
    registerCommand(
      log,
      commands.continueEvaluation,
      'The run could not go on',
      each((id) => app.remote.resumeRun({ id })),
    ),
    registerCommand(log, commands.cancelEvaluation, 'The evaluation could not be cancelled', cancel),
    registerCommand(log, commands.cancelAllEvaluations, 'The evaluations could not be cancelled', cancelAll),
  ];
};
