import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver/node';
import { shownMessage } from '../shownWords';
import type { Fault, FaultCode, Severity } from './faults/faultList';
import type { RowFacts, RowKindName } from './rowFacts';
import type { Span } from './text/rowSheet';

/** Faults shown of one document; what is beyond is counted in the last one. */
const mostShown = 200;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The fault as the editor shows it. */
export const diagnosticOf = ({ code, severity, message }: Omit<Fault, 'span'>, range: Range): Diagnostic => ({
  range,
  severity: severities[severity],
  code,
  source: 'touchstone',
  message: shownMessage(message),
});

/** What a second row of one id becomes. */
const twice: Partial<Record<RowKindName, string>> = {
  instance: 'The first one is open, this one is left out.',
  prediction: 'The last one counts, as in the harness.',
  report: 'They may say different things of it.',
};

/** Collects the diagnostics of a document row by row, in its order; `place` says where a span of a row stands. */
export class RowDiagnostics {
  private readonly shown: Diagnostic[] = [];
  private readonly hints: Diagnostic[] = [];
  private readonly first = new Map<string, { readonly at: number; readonly span: Span }>();
  private more = 0;

  constructor(
    private readonly uri: string,
    private readonly kind: RowKindName,
    private readonly place: (at: number, span: Span) => Range,
    private readonly isUnknown: (id: string) => boolean,
  ) {}

  take(at: number, facts: RowFacts): void {
    const { is, id, idSpan, faults } = facts;
    for (const fault of faults.listed) this.add(at, fault, fault.span);
    this.more += faults.more;
    if (is === 'unknown')
      this.say(at, 'field', 'warning', { start: 0, end: 1 }, 'Neither instance, prediction nor report: left out.');
    if (id === null || is === 'samples') return;
    this.checkTwice(at, id, idSpan);
    if (is === 'prediction' && this.isUnknown(id))
      this.say(at, 'unknown-id', 'warning', idSpan, `${JSON.stringify(id)} is no instance of the study's datasets.`);
  }

  /** All that is shown. Hints say nothing wrong, so those beyond the bound are not counted. */
  done(): Diagnostic[] {
    const hints = this.hints.slice(0, mostShown - this.shown.length);
    if (this.more === 0) return [...this.shown, ...hints];
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const words = `${this.more} more faults are not listed.`;
    return [...this.shown, ...hints, diagnosticOf({ code: 'field', severity: 'information', message: words }, range)];
  }

  private checkTwice(at: number, id: string, span: Span): void {
    const before = this.first.get(id);
    if (before === undefined) {
      this.first.set(id, { at, span });
      return;
    }
    const words =
      `${JSON.stringify(id)} is used twice; first in row ${before.at + 1}. ${twice[this.kind] ?? ''}`.trim();
    const shown = this.say(at, 'id-twice', 'warning', span, words);
    if (!shown) return;
    const location = { uri: this.uri, range: this.place(before.at, before.span) };
    shown.relatedInformation = [{ location, message: 'The first row of this id' }];
  }

  private say(at: number, code: FaultCode, severity: Severity, span: Span, message: string): Diagnostic | null {
    return this.add(at, { code, severity, message }, span);
  }

  private add(at: number, fault: Omit<Fault, 'span'>, span: Span): Diagnostic | null {
    const list = fault.severity === 'hint' ? this.hints : this.shown;
    if (list.length === mostShown) {
      if (list === this.shown) this.more += 1;
      return null;
    }
    const diagnostic = diagnosticOf(fault, this.place(at, span));
    list.push(diagnostic);
    return diagnostic;
  }
}
