import { type Member, spanAt } from '../text/jsonSpans';
import type { Span } from '../text/rowSheet';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What a fault is, for the action that mends it. */
export type FaultCode =
  | 'no-json'
  | 'mended'
  | 'key-twice'
  | 'field'
  | 'list-as-text'
  | 'empty-patch'
  | 'no-patch'
  | 'patch'
  | 'patch-newline'
  | 'patch-crlf'
  | 'patch-counts'
  | 'patch-path'
  | 'report'
  | 'counts'
  | 'id-twice'
  | 'unknown-id';

export interface Fault {
  readonly code: FaultCode;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  /** Of which field, for faults that an action mends. */
  readonly field?: string;
}

/** Faults of one row; those beyond the bound are counted in `more`. */
export interface Faults {
  readonly listed: readonly Fault[];
  readonly more: number;
}

/** Faults of one row that are listed; a row with more is broken as a whole. */
const mostInRow = 50;

const start: Span = { start: 0, end: 1 };

const spanOf = (text: string, fields: ReadonlyMap<string, Member>, field: string | null): Span => {
  if (field === null) return start;
  const own = fields.get(field);
  if (own) return own.value;
  const entry = /^(.*)\[(\d+)\]$/.exec(field);
  const list = entry ? fields.get(entry[1] ?? '') : undefined;
  return (list && spanAt(text, list.value.start, [Number(entry?.[2])])) ?? start;
};

/** Collects the faults of one row. */
export class FaultList {
  private readonly listed: Fault[] = [];
  private more = 0;

  add(code: FaultCode, severity: Severity, span: Span, message: string, field?: string): void {
    const fault = { code, severity, span, message, ...(field === undefined ? {} : { field }) };
    if (this.listed.length < mostInRow) this.listed.push(fault);
    else this.more += 1;
  }

  /**
   * A fault of a field as readers name it: `patch`, `completion[2]`. It stands at the value; of a missing field at the
   * row's first character.
   */
  field(
    severity: Severity,
    text: string,
    fields: ReadonlyMap<string, Member>,
    field: string | null,
    reason: string,
  ): void {
    const words = field === null || reason.startsWith(field) ? reason : `${field}: ${reason}`;
    // A place is looked for only where it is shown: a row may have a hundred thousand bad entries.
    if (this.listed.length >= mostInRow) this.more += 1;
    else this.add('field', severity, spanOf(text, fields, field), words);
  }

  done(): Faults {
    return { listed: this.listed, more: this.more };
  }
}
