import * as z from 'zod/mini';
import type { Grade } from '../../core/evaluation/grade/grade';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { RequiredTest } from '../../core/evaluation/report';
import { rulesUnderSetting } from '../../core/evaluation/rules/defaultRules';
import { InputFault } from '../../core/shared/problem';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { joinPath } from '../../core/study/studyPath';
import { gradeEvaluation } from '../gradeEvaluation';
import type { AssistantDesk } from './assistantDesk';
import { assistantTool } from './assistantTool';
import { datasetOf, rowOf } from './findRuns';
import { logExcerpt } from './logExcerpt';
import { outsideNote, outsideText, quoted, shownOf } from './outsideText';

export const instanceField = z.string().check(z.minLength(1), z.maxLength(500), z.describe('Id of the instance'));
export const runField = z
  .string()
  .check(z.minLength(1), z.maxLength(500), z.describe('The run, as find_instances names it'));

const schema = z.strictObject({
  instance: instanceField,
  run: runField,
  tests: z._default(z.int().check(z.gte(1), z.lte(200), z.describe('Most required tests told')), 40),
});

/** Failed ones first, for those are asked for. */
const inOrder = (tests: readonly RequiredTest[]): readonly RequiredTest[] => [
  ...tests.filter(({ success }) => success === false),
  ...tests.filter(({ success }) => success === null),
  ...tests.filter(({ success }) => success === true),
];

const testLine = ({ name, required, success, status, matched, line }: RequiredTest): string => {
  const how = success === true ? 'as required' : success === false ? 'NOT as required' : 'not counted';
  const where = line === null ? matched : `log line ${line}`;
  return `  ${required} ${how}: ${quoted(name)} (${status ?? 'no result'}, ${where})`;
};

const mostLogTests = 5;
const mostLogChars = 6_000;

const gradeLines = async (
  desk: AssistantDesk,
  folder: string,
  grade: Grade,
  most: number,
): Promise<readonly string[]> => {
  const tests = inOrder(grade.tests).slice(0, most);
  const failed = tests.filter(({ success, line }) => success === false && line !== null).slice(0, mostLogTests);
  const lines = failed.flatMap(({ line }) => (line === null ? [] : [line]));
  const log = await logExcerpt(desk.files, joinPath(folder, 'test_output.txt'), lines);
  return [
    `Decided by rule ${grade.rule} of ${grade.rules}: ${quoted(grade.reason, 500)}`,
    ...grade.signs
      .slice(0, 5)
      .map(({ kind, line, text }) => `Sign of a broken environment (${kind}, line ${line}): ${quoted(text)}`),
    `Required tests, ${shownOf(tests.length, grade.tests.length, 'test')}:`,
    ...tests.map(testLine),
    ...(log === '' ? [] : [outsideText('lines of test_output.txt around the failed tests', log, mostLogChars)]),
  ];
};

const evaluated = async (desk: AssistantDesk, row: InstanceRun, datasetPath: string, most: number) => {
  const [first] = row.evaluations;
  if (first === undefined) return ['It was not evaluated.'];
  const instance = await desk.readInstance(datasetPath, row.instanceId);
  if (instance === null) throw new InputFault(`${datasetPath} has no instance ${quoted(row.instanceId)} any more.`);
  const rules = first.rules ?? rulesUnderSetting(instance, 'swebench-v5');
  const grade = await gradeEvaluation(desk.files, instance, first.folder, rules);
  if (grade === null) return ['No log and no results of it are at hand.'];
  return gradeLines(desk, first.folder, grade, most);
};

const read = async (desk: AssistantDesk, { instance, run, tests }: z.infer<typeof schema>): Promise<string> => {
  const study = await desk.study();
  const datasetPath = datasetOf(study, instance);
  const row = rowOf(study, instance, run);
  if ((await desk.hiddenOf(instance)).tests)
    return `The study hides outcomes and test results of ${instance} from its rater until the verdict is given. Nothing of them is told here.`;
  const { key, outcome, patchBytes, contradiction, evaluations } = row;
  return [
    outsideNote,
    `${instance} in ${key}: ${outcomeWords(outcome)}.`,
    patchBytes === null ? 'Size of its patch: unknown.' : `Its patch has ${patchBytes} bytes.`,
    ...(evaluations.length > 1 ? [`The first of ${evaluations.length} repeats is told.`] : []),
    ...(contradiction === undefined ? [] : [`Sources differ: ${quoted(contradiction.words, 500)}`]),
    ...(await evaluated(desk, row, datasetPath, tests)),
  ].join('\n');
};

/** How one run ended on one instance, and why. */
export const readResultTool = assistantTool({
  name: 'read_result',
  title: 'Read a result',
  description:
    "Tells how a run did on an instance: outcome, the rule that decided and its reason, the required tests (FAIL_TO_PASS, PASS_TO_PASS) with failed ones first, and the test log's lines around failures.",
  schema,
  reads: ({ instance, run }) =>
    `The result of run ${quoted(run)} on ${quoted(instance)}, with lines of its test output.`,
  call: read,
});
