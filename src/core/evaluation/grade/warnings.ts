import type { GradedInstance } from '../gradedInstance';
import { evalTypeOf } from '../logs/registry';
import type { ReadLog } from '../logs/scanner/readLog';
import type { Outcome } from '../outcome';
import type { RequiredTest, RuleSetName } from '../report';

export interface Graded {
  readonly instance: GradedInstance;
  readonly rules: RuleSetName;
  readonly outcome: Outcome;
  readonly tests: readonly RequiredTest[];
  readonly read: ReadLog;
}

/** Results that colour codes hide from the parser: they change its score, not ours. */
const hiddenByColour = ({ read, tests }: Pick<Graded, 'read' | 'tests'>): string[] => {
  const { parser, resultCount } = read.evidence;
  if (parser === null || read.plain.size === 0) return [];
  if (resultCount > 0) {
    const hidden = tests.filter(({ near }) => near?.why === 'colour codes').length;
    return hidden === 0 ? [] : [`colour codes hide the results of ${hidden} required tests from ${parser}`];
  }
  const first = [...read.plain.values()][0]?.line;
  const count = read.plain.size;
  return [`colour codes hide ${count} results from ${parser} (the first on line ${first}): run without colours`];
};

/** Benchmarks whose tasks have no lists of required tests. */
const withoutLists: readonly RuleSetName[] = ['terminal-bench', 'harbor', 'humaneval'];

const lists = ({ instance, rules }: Graded): string[] => {
  if (withoutLists.includes(rules)) return [];
  const missing = [
    instance.failToPass === null ? 'FAIL_TO_PASS' : null,
    instance.passToPass === null ? 'PASS_TO_PASS' : null,
  ].filter((name) => name !== null);
  if (missing.length > 0) return [`the instance has no ${missing.join(' and no ')}: taken as empty`];
  if (instance.failToPass?.length === 0 && instance.passToPass?.length === 0 && rules !== 'compass')
    return ['no test is required: whatever this rule set says of it, nothing was tested'];
  return instance.failToPass?.length === 0 ? ['FAIL_TO_PASS is empty: nothing has to be repaired'] : [];
};

const skipped = ({ tests, rules }: Graded): string[] => {
  const repairs = tests.filter((test) => test.required === 'FAIL_TO_PASS');
  const left = repairs.filter((test) => test.success === null && test.status === 'SKIPPED').length;
  if (rules !== 'swebench-v4' || left === 0) return [];
  const all =
    left === repairs.length ? ': none of them was tested, yet the rule set does not hold that against it' : '';
  return [`${left} of ${repairs.length} FAIL_TO_PASS tests were skipped and count in neither list${all}`];
};

const silence = ({ instance, outcome, tests, read }: Graded): string[] => {
  const { resultCount, whole, runnerRan } = read.evidence;
  if (resultCount > 0) return whole ? ['nothing was read between the markers: the whole log was read instead'] : [];
  if (outcome.kind !== 'resolved' || runnerRan || tests.length === 0 || evalTypeOf(instance) !== 'fail_only') return [];
  return ['no result was read and no summary says that a test ran; a fail_only rule takes that silence for success'];
};

const left = ({ evidence, signs, unkept, shortened, notUtf8 }: ReadLog): string[] => [
  ...[...signs.unlisted].map(([kind, count]) => `${count} more lines show the sign ${kind} and are not listed`),
  ...(unkept > 0 ? [`${unkept} results of tests that are not required were counted and not kept`] : []),
  ...(evidence.lacksSiblings === true
    ? ['some results that cut ids may mean were not kept, so that no cut id was matched by prefix']
    : []),
  ...(shortened.count > 0
    ? [`${shortened.count} lines are so long that their middle was not read (the first is line ${shortened.first})`]
    : []),
  ...(notUtf8 ? ['the log holds bytes that are not UTF-8; they were read as U+FFFD'] : []),
];

/** What a person should know beside the score. */
export const warningsOf = (graded: Graded): string[] => [
  ...lists(graded),
  ...silence(graded),
  ...skipped(graded),
  ...hiddenByColour(graded),
  ...left(graded.read),
];

/** The same where a parser's results stand alone: what the reading itself has to say. */
export const warningsOfReading = (read: ReadLog): string[] => [...hiddenByColour({ read, tests: [] }), ...left(read)];
