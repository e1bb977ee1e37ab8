import type { Repeats } from '../../evaluation/grade/repeats';
import { nearWords, repeatsByTest, repeatWords } from '../../evaluation/grade/testWords';
import type { Outcome } from '../../evaluation/outcome';
import { type OutcomeClass, outcomeClass, outcomeWords } from '../../evaluation/outcomeWords';
import type { EnvironmentSign, RequiredTest } from '../../evaluation/report';
import { counted } from '../../shared/counted';
import type { TestCell } from '../page/instancePage';

/** A graded evaluation, as far as its required tests go. */
export interface GradedTests {
  readonly outcome: Outcome;
  readonly rules: string;
  readonly rule: string;
  readonly reason: string;
  readonly tests: readonly RequiredTest[];
  readonly signs: readonly EnvironmentSign[];
  readonly repeats?: Repeats | null;
}

export interface EvidenceTest {
  /** Outside text, as all names and lines here. */
  readonly name: string;
  readonly cell: TestCell;
  /** How it was found in the log, in words; '' where exactly. */
  readonly how: string;
  /** 1-based line of the log; null where it has none. */
  readonly line: number | null;
  /** What the same test came to with the gold patch; null where gold was not evaluated or is hidden. */
  readonly gold: TestCell | null;
}

export interface EvidenceGroup {
  readonly name: RequiredTest['required'];
  /** `1 of 2 passed`. */
  readonly words: string;
  readonly notPassed: readonly EvidenceTest[];
  readonly passed: readonly EvidenceTest[];
}

export interface TestsEvidence {
  readonly outcome: OutcomeClass;
  /** `unresolved`, with whose rules and why. */
  readonly outcomeWords: string;
  readonly why: string;
  readonly groups: readonly EvidenceGroup[];
  readonly signs: readonly { readonly what: string; readonly line: number; readonly text: string }[];
  /** `resolved (swebench-v5)`, `not evaluated`, or why it isn't told. */
  readonly gold: string;
  readonly goldOutcome: OutcomeClass | null;
}

const cellOf = ({ matched, status, success }: RequiredTest): TestCell => {
  if (matched === 'absent') return 'absent';
  if (matched === 'skipped' || status === 'SKIPPED') return 'skipped';
  return success === false ? 'failed' : 'passed';
};

const howOf = ({ matched, near }: RequiredTest): readonly string[] => {
  if (matched === 'absent') return [near ? `absent from the log; ${nearWords(near)}` : 'absent from the log'];
  return matched === 'exact' ? [] : [matched === 'prefix' ? 'found by its beginning' : 'skipped'];
};

const keyOf = ({ required, name }: RequiredTest): string => `${required} ${name}`;

const groupOf = (
  name: EvidenceGroup['name'],
  { tests, repeats }: GradedTests,
  gold: ReadonlyMap<string, TestCell> | null,
): EvidenceGroup => {
  const repeated = repeatsByTest(repeats);
  const all = tests
    .filter(({ required }) => required === name)
    .map((test): EvidenceTest => {
      const more = repeated.get(keyOf(test));
      const flaky = more?.flaky ? [`flaky: ${repeatWords(more)}`] : [];
      const how = [...howOf(test), ...flaky].join('; ');
      const goldCell = gold === null ? null : (gold.get(keyOf(test)) ?? 'unknown');
      return { name: test.name, cell: cellOf(test), how, line: test.line ?? test.near?.line ?? null, gold: goldCell };
    });
  const isPlain = ({ cell, how }: EvidenceTest) => cell === 'passed' && how === '';
  const passed = all.filter(({ cell }) => cell === 'passed').length;
  const words = all.length === 0 ? 'none' : `${passed} of ${counted(all.length, 'test')} passed`;
  return { name, words, notPassed: all.filter((test) => !isPlain(test)), passed: all.filter(isPlain) };
};

/** What gold is told by: its own evaluation, or words on why there is none to show. */
export type GoldSays =
  | { readonly kind: 'graded'; readonly grade: GradedTests }
  | { readonly kind: 'words'; readonly words: string };

/**
 * Required tests of one evaluation: those that did not pass, or not plainly, in full, the rest to be folded; signs of the
 * environment; and what gold gives. A log that broke off says nothing of single tests.
 */
export const testsEvidence = (grade: GradedTests, gold: GoldSays): TestsEvidence => {
  const byTest = gold.kind === 'graded' ? new Map(gold.grade.tests.map((test) => [keyOf(test), cellOf(test)])) : null;
  return {
    outcome: outcomeClass(grade.outcome),
    outcomeWords: `${outcomeWords(grade.outcome)} (${grade.rules})`,
    why: `${grade.rule}: ${grade.reason}`,
    groups: (['FAIL_TO_PASS', 'PASS_TO_PASS'] as const).map((name) => groupOf(name, grade, byTest)),
    signs: grade.signs.map(({ kind, line, text }) => ({ what: kind.replaceAll('-', ' '), line, text })),
    gold: gold.kind === 'words' ? gold.words : `${outcomeWords(gold.grade.outcome)} (${gold.grade.rules})`,
    goldOutcome: gold.kind === 'words' ? null : outcomeClass(gold.grade.outcome),
  };
};
