import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { detectRow } from '../../core/dataset/detectRow';
import { readAnyRow } from '../../core/dataset/readAnyRow';
import { readPrediction } from '../../core/run/prediction/readPrediction';
import type { Problem } from '../../core/shared/problem';
import { lineRange } from '../lineRange';

/** Faults shown of one document; what is beyond is counted in the last one. */
const mostShown = 200;

const problemsOf = (
  value: unknown,
  where: string,
): { readonly errors: readonly Problem[]; readonly notes: readonly Problem[] } => {
  const isPrediction = detectRow(value).kind === 'prediction';
  const reading = isPrediction ? readPrediction(value, where, null) : readAnyRow(value, where);
  if (reading === null) return { errors: [], notes: [] };
  return reading.kind === 'skipped' ? { errors: [reading.problem], notes: [] } : { errors: [], notes: reading.notes };
};

const parse = (line: string): { readonly value: unknown } | { readonly fault: string } => {
  try {
    return { value: JSON.parse(line) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Faults of JSON lines that hold instances or predictions, at their lines. A file whose first readable row is neither
 * is left alone: JSON lines are not ours by their name.
 */
export const rowDiagnostics = (document: TextDocument): Diagnostic[] => {
  const lines = document.getText().split('\n');
  if (!isOurs(lines)) return [];
  const found = lines.flatMap((line, i) => (line.trim() === '' ? [] : lineDiagnostics(document, line, i + 1)));
  if (found.length <= mostShown) return found;
  const more = {
    range: lineRange(document, 1),
    severity: DiagnosticSeverity.Information,
    source: 'touchstone',
    message: `${found.length - mostShown} more rows have faults.`,
  };
  return [...found.slice(0, mostShown), more];
};

const isOurs = (lines: readonly string[]): boolean => {
  for (const line of lines.slice(0, 20)) {
    const parsed = line.trim() === '' ? null : parse(line);
    if (parsed && 'value' in parsed) return ['instance', 'prediction'].includes(detectRow(parsed.value).kind);
  }
  return false;
};

const lineDiagnostics = (document: TextDocument, line: string, number: number): Diagnostic[] => {
  const range = lineRange(document, number);
  const parsed = parse(line);
  if ('fault' in parsed)
    return [
      {
        range,
        severity: DiagnosticSeverity.Error,
        source: 'touchstone',
        message: `No JSON: ${parsed.fault}. The other rows still open.`,
      },
    ];
  const { errors, notes } = problemsOf(parsed.value, `row ${number}`);
  const said = (problem: Problem, severity: DiagnosticSeverity): Diagnostic => ({
    range: fieldRange(document, number - 1, line, problem.field) ?? range,
    severity,
    source: 'touchstone',
    message: problem.field ? `${problem.field}: ${problem.reason}` : problem.reason,
  });
  return [
    ...errors.map((p) => said(p, DiagnosticSeverity.Error)),
    ...notes.map((p) => said(p, DiagnosticSeverity.Warning)),
  ];
};

/** The field's name in the row: rows are long, and the fault should be in view. */
const fieldRange = (
  document: TextDocument,
  line: number,
  text: string,
  field: string | null,
): Diagnostic['range'] | null => {
  const at = field === null ? -1 : text.indexOf(`"${field}"`);
  if (at < 0 || field === null || line >= document.lineCount) return null;
  return { start: { line, character: at }, end: { line, character: at + field.length + 2 } };
};
