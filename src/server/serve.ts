import {
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
  type TextDocuments,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentKind } from './documentKind';

/** What the server offers; which documents it answers for is said by the client's selector and the kinds. */
export const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['"', ':', '-', ' ', '/', '[', ','] },
  definitionProvider: true,
  documentSymbolProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite'] },
};

/** A pause after the last key, so that a document is not checked at every letter. */
const pauseMs = 30;

/** Checks documents after they change, one wait for each. */
class Checks {
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly connection: Connection,
    private readonly kindOf: (document: TextDocument) => DocumentKind | undefined,
    private readonly isOpen: (document: TextDocument) => boolean,
  ) {}

  soon(document: TextDocument): void {
    clearTimeout(this.waiting.get(document.uri));
    const timer = setTimeout(() => void this.check(document), pauseMs);
    this.waiting.set(document.uri, timer);
  }

  drop(uri: string): void {
    clearTimeout(this.waiting.get(uri));
    this.waiting.delete(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  private async check(document: TextDocument): Promise<void> {
    this.waiting.delete(document.uri);
    const { uri, version } = document;
    try {
      const diagnostics = (await this.kindOf(document)?.diagnostics?.(document)) ?? [];
      // An answer to an older text stands in the wrong places; the check of the newer one is already waiting.
      if (document.version !== version || !this.isOpen(document)) return;
      void this.connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      this.connection.console.error(`${uri}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}

/**
 * Answers of the kinds over a connection. Gives back what checks all open documents anew, or the one that is named, for
 * when something beside them has changed.
 */
export const serve = (
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  kinds: readonly DocumentKind[],
): ((uri?: string) => void) => {
  const kindOf = (document: TextDocument) => kinds.find((kind) => kind.matches(document));
  const checks = new Checks(connection, kindOf, (document) => documents.get(document.uri) === document);
  const at = (uri: string): { readonly document: TextDocument; readonly kind: DocumentKind } | null => {
    const document = documents.get(uri);
    const kind = document && kindOf(document);
    return document && kind ? { document, kind } : null;
  };
  connection.onHover(({ textDocument, position }) => {
    const found = at(textDocument.uri);
    return found?.kind.hover?.(found.document, position) ?? null;
  });
  connection.onCompletion(({ textDocument, position }) => {
    const found = at(textDocument.uri);
    return found?.kind.completion?.(found.document, position) ?? [];
  });
  connection.onDefinition(({ textDocument, position }) => {
    const found = at(textDocument.uri);
    return found?.kind.definition?.(found.document, position) ?? null;
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const found = at(textDocument.uri);
    return found?.kind.symbols?.(found.document) ?? [];
  });
  connection.onCodeAction(({ textDocument, range, context }) => {
    const found = at(textDocument.uri);
    return found?.kind.codeActions?.(found.document, range, context.diagnostics) ?? [];
  });
  documents.onDidChangeContent(({ document }) => checks.soon(document));
  documents.onDidClose(({ document }) => {
    for (const kind of kinds) kind.closed?.(document.uri);
    checks.drop(document.uri);
  });
  return (uri) => {
    for (const document of documents.all()) if (uri === undefined || uri === document.uri) checks.soon(document);
  };
};
