import { basename } from 'node:path';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Problem } from '../../core/shared/problem';
import { readStudyFile } from '../../core/study/readStudyFile';
import { readRubricText } from '../../io/store/rubricFile';
import { lineRange } from '../lineRange';

const lineOf = ({ where }: Problem): number => Number(/line (\d+)$/.exec(where)?.[1] ?? 1);

/** Faults of a study file, with the codes of its format. */
export const studyDiagnostics = (document: TextDocument, path: string): Diagnostic[] =>
  readStudyFile(document.getText(), basename(path), 'study').problems.map((problem) => ({
    range: lineRange(document, problem.line),
    severity: problem.code.startsWith('W') ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error,
    code: problem.code,
    source: 'touchstone',
    message: problem.reason,
  }));

/** Faults of a rubric file (rules R101 to R112). */
export const rubricDiagnostics = (document: TextDocument, path: string): Diagnostic[] =>
  readRubricText(document.getText(), basename(path)).problems.map((problem) => ({
    range: lineRange(document, lineOf(problem)),
    severity: problem.severity === 'warning' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error,
    source: 'touchstone',
    message: problem.field ? `${problem.field}: ${problem.reason}` : problem.reason,
  }));
