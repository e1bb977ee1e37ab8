import type { Outcome } from './outcome';

/**
 * The first error that a failed evaluation shows, after the error types of the Django study (benchmark-oriented
 * optimisation, "error-type flow"): what was seen, never why it came about. `not-run`: nothing that could be applied.
 */
export const errorTypes = [
  'ok',
  'not-run',
  'syntax',
  'indentation',
  'assertion',
  'name',
  'import',
  'recursion',
  'time-out',
  'other',
] as const;

export type ErrorType = (typeof errorTypes)[number];

const words: Readonly<Record<ErrorType, string>> = {
  ok: 'OK',
  'not-run': 'not run',
  syntax: 'syntax',
  indentation: 'indentation',
  assertion: 'assertion',
  name: 'name',
  import: 'import',
  recursion: 'recursion',
  'time-out': 'time-out',
  other: 'other',
};

export const errorTypeWords = (type: ErrorType): string => words[type];

/** An error type with the rule that gave it; `line` (1-based) and `text` are the log's deciding line, else null. */
export interface ErrorFinding {
  readonly type: ErrorType;
  readonly rule: string;
  readonly line: number | null;
  /** The deciding line's own text, at most its first 300 characters; hostile, to be shown as text. */
  readonly text: string | null;
}

const ruled = (type: ErrorType, rule: string): ErrorFinding => ({ type, rule, line: null, text: null });

/**
 * What the outcome alone says, before any log: resolved is OK; empty and not applied are "not run"; a time-out is
 * one. `log` asks for the log; null is unknown: not evaluated, a score in place of a yes or no, or the infrastructure
 * failed and not the patch.
 */
export const errorTypeByOutcome = (outcome: Outcome | null): ErrorFinding | 'log' | null => {
  if (outcome === null || outcome.kind === 'scored') return null;
  if (outcome.kind === 'resolved') return ruled('ok', 'resolved');
  if (outcome.kind === 'unresolved') return 'log';
  if (outcome.reason === 'empty') return ruled('not-run', 'the patch is empty');
  if (outcome.reason === 'not-applied') return ruled('not-run', 'the patch did not apply');
  if (outcome.reason === 'time-out') return ruled('time-out', 'the tests ran out of time');
  return outcome.reason === 'error' ? 'log' : null;
};
