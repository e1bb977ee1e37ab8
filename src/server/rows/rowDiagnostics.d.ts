import { type Diagnostic } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
/**
 * Faults of JSON lines that hold instances or predictions, at their lines. A file whose first readable row is neither
 * is left alone: JSON lines are not ours by their name.
 */
export declare const rowDiagnostics: (document: TextDocument) => Diagnostic[];
