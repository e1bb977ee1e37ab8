import type { Grade } from '../../core/evaluation/grade/grade';
import { nearWords } from '../../core/evaluation/grade/testWords';
import type { RequiredTest } from '../../core/evaluation/report';
import { printable } from '../printable';

const howWords: Readonly<Record<RequiredTest['matched'], string>> = {
  exact: 'matched exactly',
  prefix: 'matched by prefix',
  absent: 'absent',
  skipped: 'skipped',
};

/** `PASS_TO_PASS  name  FAILED (matched exactly), line 3`; results files have no lines. */
const testLine = (test: RequiredTest): string => {
  const where = test.line === null ? '' : `, line ${test.line}`;
  const listed = test.status === null && test.matched === 'exact' ? 'as its report lists it' : howWords[test.matched];
  const how = test.status === null ? listed : `${test.status} (${listed})`;
  return `  ${test.required}  ${printable(test.name)}  ${how}${where}${test.near ? `; ${printable(nearWords(test.near))}` : ''}`;
};

const section = (title: string, tests: readonly RequiredTest[]): string[] =>
  tests.length === 0 ? [] : ['', `${title} (${tests.length}):`, ...tests.map(testLine)];

/** How many required tests were found in which way: `26 matched exactly, 2 absent`. */
export const matchCounts = (tests: readonly RequiredTest[]): string =>
  (['exact', 'prefix', 'absent', 'skipped'] as const)
    .map((how) => [tests.filter((test) => test.matched === how).length, howWords[how]] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');

/** Every required test with how it was matched: first what counts as failed, then what no list has, then the rest. */
export const testSections = (grade: Grade): string[] => [
  ...section(
    'Not passed',
    grade.tests.filter((test) => test.success === false),
  ),
  ...section(
    'In neither list',
    grade.tests.filter((test) => test.success === null),
  ),
  ...section(
    'Passed',
    grade.tests.filter((test) => test.success === true),
  ),
];
