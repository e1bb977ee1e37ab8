import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { LabelProblem } from '../../core/dataset/labels/labelFile';
import type { TextSpan } from '../../core/shared/yamlPlaces';
import { isStudyWarning, type StudyProblem, wordsWithoutCode } from '../../core/study/studyProblem';
import type { PlacedRubricProblem } from '../../io/store/rubricFile';
import { shownMessage } from '../shownWords';

/** A problem at its place with what mends it; of a study file, a rubric or a label file. */
export interface Placed {
  readonly code: string;
  readonly field: string | null;
  readonly range: TextSpan;
  readonly meant: readonly string[];
  readonly severity: DiagnosticSeverity;
  readonly message: string;
}

/** Diagnostics shown of one document; more tell nobody anything. */
const mostShown = 500;

const severityOf = (problem: Pick<StudyProblem, 'code'>): DiagnosticSeverity => {
  if (problem.code === 'W102') return DiagnosticSeverity.Hint;
  return isStudyWarning(problem) ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error;
};

export const placedProblem = (problem: StudyProblem | (LabelProblem & { readonly code: string })): Placed => ({
  code: problem.code,
  field: problem.field,
  range: problem.range,
  meant: problem.meant ?? [],
  severity: severityOf(problem),
  message: wordsWithoutCode(problem),
});

export const placedRubric = ({ code, field, range, meant, severity, reason }: PlacedRubricProblem): Placed => {
  const words = reason.replace(/^R\d+: /, '');
  return {
    code,
    field,
    range,
    meant: meant ?? [],
    severity: severity === 'warning' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error,
    message: field && code !== 'yaml' ? `${field}: ${words}` : words,
  };
};

export const rangeOf = (document: TextDocument, [start, end]: TextSpan): Diagnostic['range'] => ({
  start: document.positionAt(start),
  end: document.positionAt(Math.max(start, end)),
});

export const diagnosticOf = (document: TextDocument, { code, range, severity, message }: Placed): Diagnostic => ({
  range: rangeOf(document, range),
  severity,
  code,
  source: 'touchstone',
  message: shownMessage(message),
});

export const diagnosticsOf = (document: TextDocument, placed: readonly Placed[]): Diagnostic[] =>
  placed.slice(0, mostShown).map((one) => diagnosticOf(document, one));
