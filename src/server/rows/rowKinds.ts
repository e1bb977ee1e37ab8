import type { DocumentKind } from '../documentKind';
import type { StudyContext } from '../studyContext';
import { rowDiagnostics } from './rowDiagnostics';

/** Rows: JSON lines of instances, predictions, reports; by content, since JSON lines are not ours by name. */
export const rowKinds = (_context: StudyContext): readonly DocumentKind[] => [
  { matches: ({ uri }) => uri.endsWith('.jsonl'), diagnostics: rowDiagnostics },
];
