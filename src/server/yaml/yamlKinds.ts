import type { DocumentKind } from '../documentKind';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { rubricDiagnostics, studyDiagnostics } from './yamlDiagnostics';

const studyName = /(^|[\\/.])touchstone\.ya?ml$/;

/** The study file is ours by its name, a rubric by its schema. */
export const yamlKinds = (_context: StudyContext): readonly DocumentKind[] => [
  {
    matches: ({ uri }) => studyName.test(documentPath(uri)),
    diagnostics: (document) => studyDiagnostics(document, documentPath(document.uri)),
  },
  {
    matches: (document) =>
      /\.ya?ml$/.test(documentPath(document.uri)) && /^schema:\s*touchstone-rubric\//m.test(document.getText()),
    diagnostics: (document) => rubricDiagnostics(document, documentPath(document.uri)),
  },
];
