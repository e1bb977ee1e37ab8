import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { EvaluationEntry } from '../../core/study/catalogue';
import type { GradedEvaluation } from '../../protocol/gradedEvaluation';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import type { Item } from '../platform/currentItem';
import { commands } from '../platform/ids';
import { showFailure, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { type TiedWorkspace, tiedWorkspace } from '../platform/tiedWorkspace';
import { allTestsRun, sayAllTestsRun, someChosen } from './chosenTests';
import { runJob } from './evaluate';
import { reportResults, resultsOf, testTree } from './requiredTests';

/** FAIL_TO_PASS and PASS_TO_PASS of the current instance as tests; stored results, and runs on the workspace. */
export const testingFeature: Feature = (services) => {
  const controller = vscode.tests.createTestController('touchstone', 'Touchstone');
  const view = new RequiredTests(services, controller);
  controller.createRunProfile(
    'Run All Required Tests in a Container',
    vscode.TestRunProfileKind.Run,
    (request, token) => view.runOnWorkspace(request, token),
    true,
  );
  return vscode.Disposable.from(
    controller,
    services.current.onDidChange((item) => void view.show(item)),
    services.study.onDidChange(() => void view.show(services.current.value)),
    services.judging.onDidChange(() => void view.judgingChanged()),
  );
};

/** Id of the run that evaluates a workspace as it stands. */
const workspaceRun = 'workspace';

/** What is published at the moment, so that the same results are not published twice. */
class RequiredTests {
  private shown = '';
  /** The run of the Testing view that waits for a workspace's results. */
  private running: vscode.TestRun | undefined;

  constructor(
    private readonly services: Services,
    private readonly controller: vscode.TestController,
  ) {}

  async show(item: Item | null): Promise<void> {
    try {
      if (item) await this.publish(item);
    } catch (error) {
      this.services.log.warn(`tests of ${item?.instanceId}: ${String(error)}`);
    }
  }

  /** Results of before tell how tests ended. */
  async judgingChanged(): Promise<void> {
    this.shown = '';
    this.controller.items.replace([]);
    if (this.services.judging.state !== null) await vscode.commands.executeCommand('testing.clearTestResults');
    await this.show(this.services.current.value);
  }

  /** Runs the required tests on the workspace of this window as it stands, uncommitted work included. */
  async runOnWorkspace(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    try {
      if (await refuseUntrusted()) return;
      const tied = await this.tiedFolder();
      const backend = tied && (await chooseBackend(this.services));
      if (!tied || !backend || token.isCancellationRequested) return;
      await this.show({ ...tied, run: null });
      this.startRunning(tied.instanceId);
      if (someChosen(request)) this.sayAllRun();
      await this.evaluateWorkspace(tied, backend, token);
    } catch (error) {
      if (!(error instanceof vscode.CancellationError))
        void showFailure(this.services.log, 'The tests could not be run', error);
    } finally {
      this.running?.end();
      this.running = undefined;
    }
  }

  /** All tests show that they run: the evaluation runs them together, whichever were chosen. */
  private startRunning(instanceId: string): void {
    const run = this.controller.createTestRun(new vscode.TestRunRequest(), `${workspaceRun} on ${instanceId}`, false);
    for (const [, root] of this.controller.items)
      for (const [, group] of root.children) for (const [, test] of group.children) run.started(test);
    this.running = run;
  }

  private sayAllRun(): void {
    this.running?.appendOutput(`${allTestsRun}\r\n`);
    void sayAllTestsRun(this.services);
  }

  private async evaluateWorkspace(
    tied: TiedWorkspace,
    backend: 'docker' | 'local',
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { folder, datasetPath, instanceId } = tied;
    const patch = await this.services.app.remote.workspaceDiff({ folder });
    const predictions =
      patch === '' ? ({ kind: 'base' } as const) : ({ kind: 'patch', model: 'workspace', patch } as const);
    const title = `Run the tests of ${instanceId}`;
    const job = { title, datasetPath, instanceIds: [instanceId], predictions, runId: workspaceRun };
    const say = (text: string) => this.running?.appendOutput(`${shownText(text)}\r\n`);
    const [evaluated] = await runJob(this.services, job, backend, { cancel: token, say });
    const runs = await this.services.study.runsOf(instanceId);
    const run = runs.find(({ evaluations }) =>
      evaluations.some((evaluation) => evaluation.folder === evaluated?.folder),
    );
    if (!run) return;
    this.shown = '';
    await this.show({ datasetPath, instanceId, run });
    this.services.current.set({ datasetPath, instanceId, run });
  }

  private async tiedFolder(): Promise<TiedWorkspace | null> {
    const tied = await tiedWorkspace(this.services);
    if (tied) return tied;
    const open = 'Open Instance as Workspace';
    const choice = await tell('Tests run on a workspace as it stands. Open the instance as a workspace first.', open);
    if (choice) await vscode.commands.executeCommand(commands.openWorkspace);
    return null;
  }

  private async publish(item: Item): Promise<void> {
    const instance = await this.services.app.remote.readInstance(item);
    if (!instance) return;
    const run =
      item.run ??
      (await this.services.study.runsOf(item.instanceId)).findLast(({ evaluations }) =>
        evaluations.some(({ hasLog }) => hasLog),
      ) ??
      null;
    const evaluation = run?.evaluations.find(({ hasLog }) => hasLog) ?? null;
    if (this.services.judging.state !== null && evaluation === null) {
      this.controller.items.replace([]);
      return;
    }
    const repeats = run?.evaluations.map(({ folder, reportHash }) => [folder, reportHash]);
    const state = JSON.stringify([item.instanceId, evaluation?.folder, evaluation?.outcome, repeats]);
    if (state === this.shown) return;
    this.shown = state;
    const grade =
      evaluation &&
      (await this.services.app.remote.gradeEvaluation({
        ...item,
        folder: evaluation.folder,
        rules: evaluation.rules ?? runSettings().ruleSet,
      }));
    const root = testTree(this.controller, item, instance);
    if (evaluation) root.description = resultsOf(evaluation, grade);
    this.controller.items.replace([root]);
    if (evaluation && grade) this.publishResults(item, evaluation, root, grade);
  }

  private publishResults(
    item: Item,
    evaluation: EvaluationEntry,
    root: vscode.TestItem,
    grade: GradedEvaluation,
  ): void {
    const name = `${evaluation.runId} on ${item.instanceId}`;
    const waiting = evaluation.runId === workspaceRun ? this.running : undefined;
    if (waiting) this.running = undefined;
    const run = waiting ?? this.controller.createTestRun(new vscode.TestRunRequest([root]), name, false);
    reportResults(run, item, evaluation, root, grade);
    run.end();
  }
}
