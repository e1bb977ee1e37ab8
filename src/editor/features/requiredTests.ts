import * as vscode from 'vscode';
import type { RepeatedTest } from '../../core/evaluation/grade/repeats';
import { nearWords, repeatsByTest, repeatWords } from '../../core/evaluation/grade/testWords';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { RequiredTest } from '../../core/evaluation/report';
import type { Instance } from '../../core/instance/instance';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import type { EvaluationEntry } from '../../core/study/catalogue';
import type { GradedEvaluation } from '../../protocol/gradedEvaluation';
import { testOutputUri, textUri } from '../documents/uris';
import type { Item } from '../platform/currentItem';

/** An instance with FAIL_TO_PASS and PASS_TO_PASS below it, as the Testing view shows them. */
export const testTree = (controller: vscode.TestController, item: Item, instance: Instance): vscode.TestItem => {
  const root = controller.createTestItem(item.instanceId, item.instanceId, textUri(item, 'statement'));
  root.children.replace([
    group(controller, item, 'FAIL_TO_PASS', instance.failToPass ?? []),
    group(controller, item, 'PASS_TO_PASS', instance.passToPass ?? []),
  ]);
  return root;
};

const group = (
  controller: vscode.TestController,
  item: Item,
  name: RequiredTest['required'],
  ids: readonly string[],
): vscode.TestItem => {
  const made = controller.createTestItem(`${item.instanceId}:${name}`, name);
  made.description = `${ids.length}`;
  made.children.replace(
    ids.map((id, i) => {
      const test = controller.createTestItem(testId(name, id), id || 'unnamed', textUri(item, 'testPatch'));
      test.sortText = String(i).padStart(6, '0');
      return test;
    }),
  );
  return made;
};

const testId = (list: string, id: string): string => `${list}:${id}`;

/** Whose results these are, with what their tests leave out: a workspace at its base may stand beside passing ones. */
export const resultsOf = ({ runId }: EvaluationEntry, grade: GradedEvaluation | null): string => {
  const flaky = grade?.repeats?.tests.filter((test) => test.flaky).length ?? 0;
  const failed = grade?.others.filter(({ status }) => status === 'FAILED' || status === 'ERROR').length ?? 0;
  return [
    `results of ${runId}`,
    grade ? rulesOf(grade) : '',
    flaky > 0 ? counted(flaky, 'flaky test') : '',
    failed > 0 ? `${counted(failed, 'other test')} failed` : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** Writes what a grade says of each required test into a run of the Testing view; the run is not ended. */
export const reportResults = (
  run: vscode.TestRun,
  item: Item,
  { runId, model, folder }: EvaluationEntry,
  root: vscode.TestItem,
  grade: GradedEvaluation,
): void => {
  const log = testOutputUri(item, runId, model, folder);
  run.appendOutput(`${shownText(`${item.instanceId}, ${runId}: ${scoreWords(grade)}`)}\r\n`);
  const repeats = repeatsByTest(grade.repeats);
  for (const test of grade.tests) {
    const list = root.children.get(`${item.instanceId}:${test.required}`);
    const target = list?.children.get(testId(test.required, test.name));
    if (!target) continue;
    const repeated = repeats.get(`${test.required} ${test.name}`);
    if (repeated?.flaky) target.description = `flaky: ${repeatWords(repeated)}`;
    if (isLeftOut(test)) run.skipped(target);
    else if (test.success === true) run.passed(target);
    else run.failed(target, messageOf(test, log, repeated));
  }
};

/** Skipped, or left out by the rules; a skip that the rules call a failure stays a failure. */
const isLeftOut = ({ success, matched }: RequiredTest): boolean =>
  success === null || (success && matched === 'skipped');

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
