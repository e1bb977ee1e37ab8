import { besideWords, type GradedEntry } from '../../app/gradeBeside';
import type { GradedFolder } from '../../app/gradeFolder';
import type { WithoutLog } from '../../app/gradeFolderWithoutLog';
import type { FlakyInstance } from '../../app/gradeRepeats';
import { coverageWords } from '../../core/evaluation/coverage/coverageWords';
import type { Grade } from '../../core/evaluation/grade/grade';
import { repeatWords } from '../../core/evaluation/grade/testWords';
import { versionNotes } from '../../core/evaluation/grade/versionNotes';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { EnvironmentSign, RequiredTest } from '../../core/evaluation/report';
import type { PassAtK } from '../../core/evaluation/rules/humanEval';
import { printable } from '../printable';
import { matchCounts, testSections } from './gradeTests';
import { table } from './textTable';

/** Successes of those that count, and how many the rule set leaves out: `26/26 (1 left out)`. */
const share = (tests: readonly RequiredTest[], required: RequiredTest['required']): string => {
  const wanted = tests.filter((test) => test.required === required);
  const passed = wanted.filter((test) => test.success === true).length;
  const left = wanted.filter((test) => test.success === null).length;
  return left === wanted.length && left > 0
    ? `none of ${left}`
    : `${passed}/${wanted.length - left}${left > 0 ? ` (${left} left out)` : ''}`;
};

const columnsOf = ({ grade, attempt }: GradedEntry): string[] => [
  printable(grade.id) + ((attempt ?? 1) > 1 ? `#${attempt}` : ''),
  printable(outcomeWords(grade.outcome)),
  grade.rule.startsWith('report.') ? 'as reported' : grade.rules,
  share(grade.tests, 'FAIL_TO_PASS'),
  share(grade.tests, 'PASS_TO_PASS'),
  grade.parser ?? 'none',
];

const signLine = (sign: EnvironmentSign): string => `  ${sign.kind}, line ${sign.line}: ${printable(sign.text.trim())}`;

/** Signs in short, for a table of many logs: `http-5xx on 12 lines (first 501)`. */
const signsInShort = (signs: readonly EnvironmentSign[]): string =>
  [...new Set(signs.map((sign) => sign.kind))]
    .map((kind) => {
      const same = signs.filter((sign) => sign.kind === kind);
      return `${kind} on ${same.length === 1 ? 'line' : `${same.length} lines, first`} ${same[0]?.line}`;
    })
    .join('; ');

const besideOf = ({ grade, beside, coverage }: GradedEntry): string[] => {
  const words = besideWords(grade, beside);
  return [
    ...(words === null ? [] : [words]),
    ...(coverage && grade.score?.name !== 'line coverage' ? [coverageWords(coverage)] : []),
  ];
};

/** A log among many: what to know beside its row, under the name that tells it from the others. */
const remarks = (entry: GradedEntry, name: string): string[] => {
  const { grade } = entry;
  return [
    ...(grade.resolved === true && grade.rule.endsWith('.resolved') ? [] : [`${grade.rule}: ${grade.reason}`]),
    ...[...versionNotes(grade), ...besideOf(entry)].map((note) => `note: ${note}`),
    ...grade.warnings.map((warning) => `warning: ${warning}`),
    ...(grade.signs.length > 0 ? [`signs of the environment: ${signsInShort(grade.signs)}`] : []),
  ].map((remark) => printable(`${name}: ${remark}`));
};

/** The instance of each log; where it has several, their places too. */
const namesOf = (logs: readonly GradedEntry[]): ((log: GradedEntry) => string) => {
  const count = new Map<string, number>();
  for (const { grade } of logs) count.set(grade.id, (count.get(grade.id) ?? 0) + 1);
  return ({ grade, path }) => ((count.get(grade.id) ?? 0) > 1 ? `${grade.id} (${path})` : grade.id);
};

const matched = (grade: Grade): string[] =>
  grade.tests.length > 0 && grade.outcome.kind !== 'none' ? [`Required tests: ${matchCounts(grade.tests)}`] : [];

/** A log by itself: the rule and reason, every required test and how it was matched, every warning and sign. */
const explanation = (entry: GradedEntry): string[] => {
  const { grade } = entry;
  return [
    '',
    `Rule: ${grade.rule}${grade.rule.startsWith('report.') ? ', as reported' : ` of ${grade.rules}`}`,
    `Why: ${printable(grade.reason)}`,
    ...[...versionNotes(grade), ...besideOf(entry)].map((note) => `Note: ${printable(note)}`),
    ...matched(grade),
    ...grade.warnings.map((warning) => `Warning: ${printable(warning)}`),
    ...testSections(grade),
    ...(grade.signs.length > 0 ? ['', 'Signs of the environment:', ...grade.signs.map(signLine)] : []),
  ];
};

/** An evaluation without a log, in the columns of the table. */
const withoutColumns = ({ instance, outcome }: WithoutLog): string[] => [
  printable(instance),
  printable(outcomeWords(outcome)),
  '–',
  '–',
  '–',
  'skipped',
];

const flakyLine = ({ id, tests, outcomes }: FlakyInstance): string[] =>
  [
    `${id}: repeats: ${outcomes}`,
    ...tests.map((test) => `${id}: flaky: ${test.required} ${test.name} ${repeatWords(test)}`),
  ].map(printable);

const passLine = ({ k, value, reason }: PassAtK): string =>
  `pass@${k}: ${value === null ? `none, ${reason}` : value.toFixed(4)}`;

/** Grades for people: a row per evaluation; where there is one log alone, its tests and the reason as well. */
export const gradeTable = ({ graded, withoutLog, passAtK = [], flaky = [] }: GradedFolder, alone: boolean): string => {
  const ids = [
    ...graded.map(({ grade, attempt }) => `${grade.id}#${attempt ?? 1}`),
    ...withoutLog.map(({ instance }) => `${instance}#1`),
  ];
  // An instance that stands in the table twice needs its place to be told from the other.
  const places = new Set(ids).size < ids.length;
  const head = ['instance', 'outcome', 'rules', 'F2P', 'P2P', 'parser', ...(places ? ['log'] : [])];
  const rows = [
    ...graded.map((log) => [...columnsOf(log), ...(places ? [printable(log.path)] : [])]),
    ...withoutLog.map((one) => [...withoutColumns(one), ...(places ? [printable(one.folder)] : [])]),
  ];
  const reasons = withoutLog.map(({ instance, reason }) => printable(`${instance}: skipped: ${reason}`));
  const nameOf = places ? namesOf(graded) : ({ grade }: GradedEntry) => grade.id;
  const body = graded.flatMap(alone ? explanation : (log) => remarks(log, nameOf(log)));
  return `${[table([head, ...rows]), ...passAtK.map(passLine), ...flaky.flatMap(flakyLine), ...body, ...reasons].join('\n')}\n`;
};
