import { fileURLToPath } from 'node:url';
import {
  createConnection,
  type Diagnostic,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rowDiagnostics } from './rowDiagnostics';
import { rubricDiagnostics, studyDiagnostics } from './yamlDiagnostics';

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);

const pathOf = (uri: string): string => (uri.startsWith('file:') ? fileURLToPath(uri) : uri);

/** By name for the study file, by content for the rest: a YAML file is a rubric where its schema says so. */
const diagnose = (document: TextDocument): Diagnostic[] => {
  const path = pathOf(document.uri);
  if (/(^|[\\/.])touchstone\.ya?ml$/.test(path)) return studyDiagnostics(document, path);
  if (/\.ya?ml$/.test(path))
    return /^schema:\s*touchstone-rubric\//m.test(document.getText()) ? rubricDiagnostics(document, path) : [];
  return rowDiagnostics(document);
};

connection.onInitialize(() => ({ capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental } }));

const waiting = new Map<string, NodeJS.Timeout>();

/** A short pause after the last key, so that a large file is not read at every letter. */
documents.onDidChangeContent(({ document }) => {
  clearTimeout(waiting.get(document.uri));
  const send = () => {
    waiting.delete(document.uri);
    void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics: diagnose(document) });
  };
  waiting.set(document.uri, setTimeout(send, 150));
});

documents.onDidClose(({ document }) => {
  clearTimeout(waiting.get(document.uri));
  waiting.delete(document.uri);
  void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
});

documents.listen(connection);
connection.listen();
