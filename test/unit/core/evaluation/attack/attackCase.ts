import type { EvalType } from '../../../../../src/core/instance/instance';

/** A log of our own making that tries to part the score here from the harness's. */
export interface AttackCase {
  /** Name of the parser without `parse_log_`. */
  readonly parser?: string;
  readonly id?: string;
  readonly version?: string;
  readonly evalType?: EvalType;
  readonly failToPass?: readonly string[];
  readonly passToPass?: readonly string[];
  readonly patch?: 'null' | 'empty';
  /** A text, or bytes that are none. */
  readonly log: string | Uint8Array;
}

export type AttackCases = Readonly<Record<string, AttackCase>>;

/**
 * By case, what swebench 4.1.0 and 5.0.2 answer (one text where both say the same), in the words of `answerOf`; also
 * `no report` where the run ends before grading, `crash` with its error, and `unknown parser`.
 */
export type HarnessAnswers = Readonly<Record<string, string | readonly [v4: string, v5: string]>>;

export const START = "+ : '>>>>> Start Test Output'";
export const END = "+ : '>>>>> End Test Output'";

/** Ids that a case requires where it names none. */
export const MENDED = 'a.py::mended';
export const KEPT = 'a.py::kept';

/** A whole log with these lines between its markers. */
export const logOf = (...lines: readonly string[]): string => ['+ pytest -rA', START, ...lines, END, ''].join('\n');

/** A case whose lines stand between the markers. */
export const inside = (...lines: readonly string[]): AttackCase => ({ log: logOf(...lines) });

/** A case of another parser that requires one id of each kind. */
export const caseOf = (
  parser: string,
  failToPass: readonly string[],
  passToPass: readonly string[],
  ...lines: readonly string[]
): AttackCase => ({ parser, failToPass, passToPass, log: logOf(...lines) });

export const PASS_BOTH = [`PASSED ${MENDED}`, `PASSED ${KEPT}`] as const;
