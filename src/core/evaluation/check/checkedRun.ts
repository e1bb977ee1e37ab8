import type { Outcome } from '../outcome';
import type { RequiredTest } from '../report';
import type { TestResults } from '../testResult';
import type { DefectEvidence } from './defect';

/** A line of a log that shows what the environment refused. */
export interface LogSign {
  /** 1-based. */
  readonly line: number;
  /** The line, cut to 300 characters. */
  readonly text: string;
  /** Required test in whose failure it stands; null where that can't be told, or it stands in none. */
  readonly test: string | null;
  /** Whether it stands in the failure of a test, or outside of all (an installation, a collection). */
  readonly place: 'failure' | 'outside';
}

/** One evaluation of a dataset check, graded. */
export interface CheckedRun {
  readonly side: 'base' | 'gold';
  /** From 1. */
  readonly repeat: number;
  /** As evidence names it. */
  readonly folder: string;
  readonly outcome: Outcome;
  readonly reason: string;
  /** Every required test; empty where there was nothing to grade. */
  readonly tests: readonly RequiredTest[];
  /** What the log's parser read, required or not, as far as it was kept. */
  readonly results: TestResults;
  /** Signs of a missing network, as `logSigns` finds them. */
  readonly network: readonly LogSign[];
  /** What git said where the test patch was refused, before the tests began. */
  readonly refusals: readonly LogSign[];
  /** Whole seconds of the tests; null where they never ran or weren't timed. */
  readonly testSeconds: number | null;
  readonly timeoutSeconds: number;
}

/** Whether an evaluation came to an answer of its rule set. */
export const hasVerdict = ({ outcome }: CheckedRun): boolean => outcome.kind !== 'none';

/** An evaluation that says nothing of the instance: the engine failed, not the tests. */
export const isUnknown = ({ outcome }: CheckedRun): boolean =>
  outcome.kind === 'none' && outcome.reason === 'infrastructure';

/** The evaluation as a whole as evidence. */
export const evidenceOfRun = (run: CheckedRun, text: string | null = run.reason): DefectEvidence => ({
  side: run.side,
  repeat: run.repeat,
  folder: run.folder,
  line: null,
  test: null,
  text: text === null ? null : text.slice(0, 300),
});

/** One required test of it as evidence. */
export const evidenceOfTest = (run: CheckedRun, { name, line, near }: RequiredTest): DefectEvidence => ({
  ...evidenceOfRun(run, near ? `the log has ${near.name} instead, which differs by ${near.why}` : null),
  line: line ?? near?.line ?? null,
  test: name,
});

/** One line of its log as evidence. */
export const evidenceOfSign = (
  run: CheckedRun,
  { line, text, test }: Pick<LogSign, 'line' | 'text' | 'test'>,
): DefectEvidence => ({
  ...evidenceOfRun(run, text),
  line,
  test,
});
