import type { Problem } from '../../shared/problem';
import type { Outcome } from '../outcome';
import type { FoundReport, FoundResult } from './foundReport';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const has = (value: unknown, ...names: readonly string[]): value is Fields =>
  isFields(value) && names.every((name) => Object.hasOwn(value, name));

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A list of texts alone; null for anything else, the empty list included in what is one. */
export const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;

export const resolved: Outcome = { kind: 'resolved' };
export const unresolved: Outcome = { kind: 'unresolved', reason: 'tests' };

/** What a harness calls passed or not; null, which is neither, is no verdict. */
export const outcomeOfFlag = (passed: boolean): Outcome => (passed ? resolved : unresolved);

/** A result with what most documents lack left unknown. */
export const result = (
  instanceId: string,
  outcome: Outcome | null,
  field: string,
  more: Partial<FoundResult> = {},
): FoundResult => ({
  instanceId,
  model: null,
  run: null,
  attempt: null,
  trial: null,
  report: null,
  outcome,
  field,
  ...more,
});

/** Collects what a document gives, and why the rest of it gives nothing. */
export class ReportReading {
  readonly results: FoundResult[] = [];
  readonly problems: Problem[] = [];

  constructor(private readonly where: string) {}

  /** A result that names no instance can't be joined to one: it is left out and said. */
  add(found: FoundResult): void {
    if (found.instanceId === '') this.skip(found.field, 'the id of the instance is empty; no outcome.');
    else this.results.push(found);
  }

  skip(field: string, reason: string): void {
    this.problems.push({ where: this.where, field, reason });
  }

  done(format: string, rules: string, scope: FoundReport['scope']): FoundReport {
    return { format, rules, scope, results: this.results, problems: this.problems };
  }
}

/** What a value is, in words for a message. */
export const kindWords = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'text' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};
