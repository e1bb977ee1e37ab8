import type { GradedInstance } from '../gradedInstance';
import type { LineParser } from '../logs/lineParser';
import { evalTypeOf } from '../logs/registry';
import { readLines } from '../logs/resultsOf';
import type { RequiredTest, RuleSetName } from '../report';
import type { TestResults } from '../testResult';
import type { Signs } from './signs';

export interface Graded {
  readonly instance: GradedInstance;
  readonly rules: RuleSetName;
  readonly parser: LineParser | null;
  readonly lines: readonly string[];
  readonly results: TestResults;
  readonly tests: readonly RequiredTest[];
  /** Whether a runner's summary says that tests ran. */
  readonly ran: boolean;
  /** True where the section between the markers gave nothing and the whole log was read. */
  readonly whole: boolean;
  readonly signs: Signs;
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}(?:[@-Z\\\\-_]|\\[[0-?]*[ -/]*[@-~])`, 'g');

/** How many results colour codes hide from the parser: they change its score, not ours. */
const hiddenByColour = ({ parser, lines, results }: Graded): string[] => {
  const ESC = String.fromCharCode(27);
  if (parser === null || results.size > 0 || !lines.some((line) => line.includes(ESC))) return [];
  const plain = readLines(
    parser,
    lines.map((line) => (line.includes(ESC) ? line.replace(COLOUR, '') : line)),
    1,
  );
  if (plain.size === 0) return [];
  const first = [...plain.values()][0]?.line;
  return [
    `colour codes hide ${plain.size} results from ${parser.name} (the first on line ${first}): run without colours`,
  ];
};

const lists = ({ instance }: Graded): string[] => {
  const missing = [
    instance.failToPass === null ? 'FAIL_TO_PASS' : null,
    instance.passToPass === null ? 'PASS_TO_PASS' : null,
  ].filter((name) => name !== null);
  if (missing.length > 0) return [`the instance has no ${missing.join(' and no ')}: taken as empty`];
  return instance.failToPass?.length === 0 ? ['FAIL_TO_PASS is empty: nothing has to be repaired'] : [];
};

const skipped = ({ tests, rules }: Graded): string[] => {
  const repairs = tests.filter((test) => test.required === 'FAIL_TO_PASS');
  const left = repairs.filter((test) => test.success === null).length;
  if (rules === 'swebench-v5' || left === 0) return [];
  const all =
    left === repairs.length ? ': none of them was tested, yet the rule set does not hold that against it' : '';
  return [`${left} of ${repairs.length} FAIL_TO_PASS tests were skipped and count in neither list${all}`];
};

const silence = ({ instance, results, tests, whole, ran }: Graded): string[] => {
  if (results.size > 0) return whole ? ['nothing was read between the markers: the whole log was read instead'] : [];
  if (ran || tests.length === 0 || evalTypeOf(instance) !== 'fail_only') return [];
  return ['no result was read and no summary says that a test ran; a fail_only rule takes that silence for success'];
};

const unlisted = ({ signs }: Graded): string[] =>
  [...signs.unlisted].map(([kind, count]) => `${count} more lines show the sign ${kind} and are not listed`);

/** What a person should know beside the score. */
export const warningsOf = (graded: Graded): string[] => [
  ...lists(graded),
  ...silence(graded),
  ...skipped(graded),
  ...hiddenByColour(graded),
  ...unlisted(graded),
];
