import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Definition,
  Diagnostic,
  DocumentSymbol,
  Hover,
  Position,
  Range,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';

type Later<T> = T | Promise<T>;

/**
 * One kind of document and what the server answers for it. What a kind does not offer is absent. An answer that would
 * have to wait (a dataset that is not read yet) is given without: nothing here may take long.
 */
export interface DocumentKind {
  /** By name for what is ours by name, by content for the rest. The first kind that matches answers. */
  matches(document: TextDocument): boolean;
  diagnostics?(document: TextDocument): Later<Diagnostic[]>;
  hover?(document: TextDocument, position: Position): Later<Hover | null>;
  completion?(document: TextDocument, position: Position): Later<CompletionItem[] | CompletionList>;
  definition?(document: TextDocument, position: Position): Later<Definition | null>;
  symbols?(document: TextDocument): Later<DocumentSymbol[]>;
  /** `diagnostics`: those that stand in the range, as the editor has them. */
  codeActions?(document: TextDocument, range: Range, diagnostics: readonly Diagnostic[]): Later<CodeAction[]>;
  /** The document was closed: what was kept of it can go. */
  closed?(uri: string): void;
}
