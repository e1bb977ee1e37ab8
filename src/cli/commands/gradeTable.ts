import type { GradedFolder } from '../../app/gradeFolder';
import type { WithoutLog } from '../../app/gradeFolderWithoutLog';
import type { GradedLog } from '../../app/gradeLogFile';
import type { Grade } from '../../core/evaluation/grade/grade';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { EnvironmentSign, RequiredTest, RuleSetName } from '../../core/evaluation/report';
import { printable } from '../printable';

/** Successes of those that count, and how many the rule set leaves out: `26/26 (1 left out)`. */
const share = (tests: readonly RequiredTest[], required: RequiredTest['required']): string => {
  const wanted = tests.filter((test) => test.required === required);
  const passed = wanted.filter((test) => test.success === true).length;
  const left = wanted.filter((test) => test.success === null).length;
  return left === wanted.length && left > 0
    ? `none of ${left}`
    : `${passed}/${wanted.length - left}${left > 0 ? ` (${left} left out)` : ''}`;
};

const columnsOf = ({ grade }: GradedLog): string[] => [
  printable(grade.id),
  outcomeWords(grade.outcome),
  share(grade.tests, 'FAIL_TO_PASS'),
  share(grade.tests, 'PASS_TO_PASS'),
  grade.parser ?? 'none',
];

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const testLine = (test: RequiredTest): string => {
  const where = test.line === null ? 'not in the log' : `line ${test.line}`;
  const how = test.status === null || test.matched === 'absent' ? '' : `${test.status} (${test.matched}), `;
  return `  ${test.required}  ${printable(test.name)}  ${how}${where}`;
};

/** Tests that don't count as passed, with where the log says so. */
const details = (grade: Grade): string[] => {
  const missed = grade.tests.filter((test) => test.success !== true);
  return missed.length === 0 ? [] : ['', 'Not passed:', ...missed.map(testLine)];
};

const signLine = (sign: EnvironmentSign): string => `  ${sign.kind}, line ${sign.line}: ${printable(sign.text.trim())}`;

/** Signs in short, for a table of many logs: `http-5xx on 12 lines (first 501)`. */
const signsInShort = (signs: readonly EnvironmentSign[]): string =>
  [...new Set(signs.map((sign) => sign.kind))]
    .map((kind) => {
      const same = signs.filter((sign) => sign.kind === kind);
      return `${kind} on ${same.length === 1 ? 'line' : `${same.length} lines, first`} ${same[0]?.line}`;
    })
    .join('; ');

/** A log among many: what to know beside its row. */
const remarks = ({ grade }: GradedLog): string[] => [
  ...grade.warnings.map((warning) => printable(`${grade.id}: warning: ${warning}`)),
  ...(grade.signs.length > 0 ? [`${printable(grade.id)}: signs of the environment: ${signsInShort(grade.signs)}`] : []),
];

/** A log by itself: the reason, the tests that did not pass, every warning and sign. */
const explanation = ({ grade }: GradedLog): string[] => [
  '',
  `Why: ${printable(grade.reason)}`,
  ...details(grade),
  ...grade.warnings.map((warning) => `Warning: ${printable(warning)}`),
  ...(grade.signs.length > 0 ? ['', 'Signs of the environment:', ...grade.signs.map(signLine)] : []),
];

/** An evaluation without a log, in the columns of the table. */
const withoutColumns = ({ instance, outcome }: WithoutLog): string[] => [
  printable(instance),
  outcomeWords(outcome),
  '–',
  '–',
  'skipped',
];

/** Grades for people: a row per evaluation; where there is one log alone, its tests and the reason as well. */
export const gradeTable = ({ graded, withoutLog }: GradedFolder, rules: RuleSetName, alone: boolean): string => {
  const ids = [...graded.map(({ grade }) => grade.id), ...withoutLog.map(({ instance }) => instance)];
  // An instance that stands in the table twice needs its place to be told from the other.
  const places = new Set(ids).size < ids.length;
  const head = ['instance', 'outcome', 'F2P', 'P2P', 'parser', ...(places ? ['log'] : [])];
  const rows = [
    ...graded.map((log) => [...columnsOf(log), ...(places ? [printable(log.path)] : [])]),
    ...withoutLog.map((one) => [...withoutColumns(one), ...(places ? [printable(one.folder)] : [])]),
  ];
  const reasons = withoutLog.map(({ instance, reason }) => printable(`${instance}: skipped: ${reason}`));
  const body = graded.flatMap(alone ? explanation : remarks);
  return `${[`Graded by ${rules}`, table([head, ...rows]), ...body, ...reasons].join('\n')}\n`;
};
