import { createConnection, ProposedFeatures, TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { nodeFiles } from '../io/files/nodeFiles';
import { indexCache } from '../io/index/indexCache';
import { rowSeek } from '../io/index/rowSeek';
import { cacheFolder } from '../io/store/cacheFolder';
import { type ServerStudy, studyNotification } from '../protocol/languageServer';
import { rowKinds } from './rows/rowKinds';
import { capabilities, serve } from './serve';
import { StudyContext } from './studyContext';
import { yamlKinds } from './yaml/yamlKinds';

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
const study = new StudyContext({ files: nodeFiles, cache: indexCache(cacheFolder()), seek: rowSeek });
const checkAll = serve(connection, documents, [...yamlKinds(study), ...rowKinds(study)]);

connection.onInitialize(() => ({ capabilities }));
connection.onNotification(studyNotification, (told: ServerStudy | null) => study.open(told));
study.onDidChange(checkAll);
documents.listen(connection);
connection.listen();
