import type { GradedLog } from '../../app/gradeLogFile';
import type { Grade } from '../../core/evaluation/grade/grade';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { EnvironmentSign, RequiredTest } from '../../core/evaluation/report';

/** Control characters of a log would drive the terminal; they are shown as U+FFFD. */
const shown = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');

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
  shown(grade.id),
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
  return `  ${test.required}  ${shown(test.name)}  ${how}${where}`;
};

/** Tests that don't count as passed, with where the log says so. */
const details = (grade: Grade): string[] => {
  const missed = grade.tests.filter((test) => test.success !== true);
  return missed.length === 0 ? [] : ['', 'Not passed:', ...missed.map(testLine)];
};

const signLine = (sign: EnvironmentSign): string => `  ${sign.kind}, line ${sign.line}: ${shown(sign.text.trim())}`;

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
  ...grade.warnings.map((warning) => shown(`${grade.id}: warning: ${warning}`)),
  ...(grade.signs.length > 0 ? [`${shown(grade.id)}: signs of the environment: ${signsInShort(grade.signs)}`] : []),
];

/** A log by itself: the reason, the tests that did not pass, every warning and sign. */
const explanation = ({ grade }: GradedLog): string[] => [
  '',
  `Why: ${shown(grade.reason)}`,
  ...details(grade),
  ...grade.warnings.map((warning) => `Warning: ${shown(warning)}`),
  ...(grade.signs.length > 0 ? ['', 'Signs of the environment:', ...grade.signs.map(signLine)] : []),
];

/** Whether an instance stands in the table twice, so that a row needs its log's place to be told. */
const repeats = (logs: readonly GradedLog[]): boolean => new Set(logs.map((log) => log.grade.id)).size < logs.length;

/** Grades for people: a row per log; where there is one log alone, its tests and the reason as well. */
export const gradeTable = (logs: readonly GradedLog[], alone: boolean): string => {
  const places = repeats(logs);
  const head = ['instance', 'outcome', 'F2P', 'P2P', 'parser', ...(places ? ['log'] : [])];
  const rows = logs.map((log) => [...columnsOf(log), ...(places ? [shown(log.path)] : [])]);
  const body = logs.flatMap(alone ? explanation : remarks);
  return `${[`Graded by ${logs[0]?.grade.rules}`, table([head, ...rows]), ...body].join('\n')}\n`;
};
