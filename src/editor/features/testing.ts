import * as vscode from 'vscode';
import type { RepeatedTest } from '../../core/evaluation/grade/repeats';
import { nearWords, repeatsByTest, repeatWords } from '../../core/evaluation/grade/testWords';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { RequiredTest } from '../../core/evaluation/report';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { EvaluationEntry } from '../../core/study/catalogue';
import type { GradedEvaluation } from '../../protocol/app';
import { testOutputUri, textUri } from '../documents/uris';
import { chooseBackend, refuseUntrusted } from '../platform/chooseBackend';
import type { Item } from '../platform/currentItem';
import { commands } from '../platform/ids';
import { showFailure, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { allTestsRun, sayAllTestsRun, someChosen } from './chosenTests';
import { runJob } from './evaluate';

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
  );
};

/** Id of the run that evaluates a workspace as it stands. */
const workspaceRun = 'workspace';

interface Tied {
  readonly folder: string;
  readonly datasetPath: string;
  readonly instanceId: string;
}

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
    tied: Tied,
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

  private async tiedFolder(): Promise<Tied | null> {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const tie = await this.services.app.remote.workspaceTie({ folder: uri.fsPath });
      if (tie) return { folder: uri.fsPath, datasetPath: tie.datasetPath, instanceId: tie.instanceId };
    }
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
    const root = this.root(item, instance.failToPass ?? [], instance.passToPass ?? []);
    const flaky = grade?.repeats?.tests.filter((test) => test.flaky).length ?? 0;
    const othersFailed = grade?.others.filter(({ status }) => status === 'FAILED' || status === 'ERROR').length ?? 0;
    if (evaluation)
      root.description = describe(`${evaluation.runId}${grade ? `, ${rulesOf(grade)}` : ''}`, othersFailed, flaky);
    this.controller.items.replace([root]);
    if (evaluation && grade) this.publishResults(item, evaluation, root, grade);
  }

  private root(item: Item, failToPass: readonly string[], passToPass: readonly string[]): vscode.TestItem {
    const root = this.controller.createTestItem(item.instanceId, item.instanceId, textUri(item, 'statement'));
    root.children.replace([this.group(item, 'FAIL_TO_PASS', failToPass), this.group(item, 'PASS_TO_PASS', passToPass)]);
    return root;
  }

  private group(item: Item, name: RequiredTest['required'], ids: readonly string[]): vscode.TestItem {
    const group = this.controller.createTestItem(`${item.instanceId}:${name}`, name);
    group.description = `${ids.length}`;
    group.children.replace(
      ids.map((id, i) => {
        const test = this.controller.createTestItem(testId(name, id), id || 'unnamed', textUri(item, 'testPatch'));
        test.sortText = String(i).padStart(6, '0');
        return test;
      }),
    );
    return group;
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
    const log = testOutputUri(item, evaluation.runId, evaluation.model, evaluation.folder);
    run.appendOutput(`${shownText(`${item.instanceId}, ${evaluation.runId}: ${scoreWords(grade)}`)}\r\n`);
    const repeats = repeatsByTest(grade.repeats);
    for (const test of grade.tests) {
      const target = root.children
        .get(`${item.instanceId}:${test.required}`)
        ?.children.get(testId(test.required, test.name));
      if (!target) continue;
      const repeated = repeats.get(`${test.required} ${test.name}`);
      if (repeated?.flaky) target.description = `flaky: ${repeatWords(repeated)}`;
      if (isLeftOut(test)) run.skipped(target);
      else if (test.success === true) run.passed(target);
      else run.failed(target, messageOf(test, log, repeated));
    }
    run.end();
  }
}

/** Whose results these are: a workspace at its base may stand beside a model's passing ones. */
const describe = (runId: string, othersFailed: number, flaky: number): string => {
  const failed = othersFailed > 0 ? `${counted(othersFailed, 'other test')} failed` : '';
  return [`results of ${runId}`, flaky > 0 ? counted(flaky, 'flaky test') : '', failed].filter(Boolean).join(', ');
};

/** Skipped, or left out by the rules; a skip that the rules call a failure stays a failure. */
const isLeftOut = ({ success, matched }: RequiredTest): boolean =>
  success === null || (success && matched === 'skipped');

const testId = (list: string, id: string): string => `${list}:${id}`;

const rulesOf = ({ rules, rule }: GradedEvaluation): string => (rule.startsWith('report.') ? 'as reported' : rules);

/** `unresolved by swebench-v5 (v5.tests: ...)`: the score with its rule set, the rule that decided, and why. */
const scoreWords = (grade: GradedEvaluation): string =>
  `${outcomeWords(grade.outcome)}, ${rulesOf(grade)} (${grade.rule}: ${grade.reason})`;

const messageOf = (test: RequiredTest, log: vscode.Uri, repeats: RepeatedTest | undefined): vscode.TestMessage => {
  const found =
    test.matched === 'absent'
      ? `Required, but absent from the log${test.near ? `; ${nearWords(test.near)}` : ''}.`
      : `${test.status ?? 'no status'}, matched ${test.matched === 'exact' ? 'exactly' : `by ${test.matched}`}.`;
  const message = new vscode.TestMessage(repeats ? `${found} It ${repeatWords(repeats)}.` : found);
  const line = (test.line ?? test.near?.line ?? 1) - 1;
  message.location = new vscode.Location(log, new vscode.Position(line, 0));
  return message;
};
