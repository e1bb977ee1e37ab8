import { join } from 'node:path';
import { createConnection, ProposedFeatures, TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { nodeFiles } from '../io/files/nodeFiles';
import { repositoryCheck } from '../io/git/repositoryCheck';
import { indexCache } from '../io/index/indexCache';
import { rowSeek } from '../io/index/rowSeek';
import { cacheFolder } from '../io/store/cacheFolder';
import { type ServerStudy, studyNotification } from '../protocol/languageServer';
import { documentPath } from './documentPath';
import { LargeFiles } from './rows/largeFiles';
import { isLines, rowKinds } from './rows/rowKinds';
import { LinedText } from './rows/text/linedText';
import { capabilities, serve } from './serve';
import { StudyContext } from './studyContext';
import { yamlKinds } from './yaml/yamlKinds';

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments<TextDocument>({
  create: (uri, languageId, version, text) =>
    isLines(uri) ? new LinedText(uri, languageId, version, text) : TextDocument.create(uri, languageId, version, text),
  update: (document, changes, version) => {
    if (!(document instanceof LinedText)) return TextDocument.update(document, changes, version);
    document.change(changes, version);
    return document;
  },
});
const study = new StudyContext({ files: nodeFiles, cache: indexCache(cacheFolder()), seek: rowSeek });
const large = new LargeFiles(study, (uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics }));
const yaml = yamlKinds(study, {
  repositories: repositoryCheck,
  rubrics: join(__dirname, '..', 'rubrics'),
  told: (uri) => check(uri),
  failed: (uri, error) => connection.console.error(`${uri}: ${error instanceof Error ? error.stack : String(error)}`),
});
const check = serve(connection, documents, [...yaml, ...rowKinds(study)]);

connection.onInitialize(() => ({ capabilities }));
connection.onNotification(studyNotification, (told: ServerStudy | null) => study.open(told));
connection.onDidChangeWatchedFiles(({ changes }) => {
  const paths = changes.map(({ uri }) => documentPath(uri));
  if (paths.some((path) => study.study.datasets.some((dataset) => dataset.path === path))) study.reread();
  else if (paths.some((path) => large.isOf(path))) void large.check();
});
study.onDidChange(() => {
  check();
  if (study.isSettled) void large.check();
});
documents.listen(connection);
connection.listen();
