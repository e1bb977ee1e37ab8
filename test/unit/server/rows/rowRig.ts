import type { Diagnostic, Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../../src/io/index/rowSeek';
import type { ServerStudy } from '../../../../src/protocol/languageServer';
import type { DocumentKind } from '../../../../src/server/documentKind';
import { rowKinds } from '../../../../src/server/rows/rowKinds';
import { LinedText } from '../../../../src/server/rows/text/linedText';
import { StudyContext } from '../../../../src/server/studyContext';

const noCache = { load: async () => null, save: async () => {} };

/** The server's rows without a connection: a study (none without datasets) and what answers for it. */
export const rowRig = async (told: Partial<ServerStudy> = {}): Promise<{ study: StudyContext; rows: DocumentKind }> => {
  const study = new StudyContext({ files: nodeFiles, cache: noCache, seek: rowSeek });
  const rows = rowKinds(study)[0] as DocumentKind;
  if (told.datasets)
    await opened(study, { folder: '/', studyFile: null, datasets: [], runs: [], evaluations: [], ...told });
  return { study, rows };
};

const opened = (study: StudyContext, told: ServerStudy): Promise<void> =>
  new Promise((resolve) => {
    study.onDidChange(() => study.isSettled && resolve());
    study.open(told);
  });

export const lines = (text: string, uri = 'file:///a.jsonl'): LinedText => new LinedText(uri, 'jsonl', 1, text);

let made = 0;

/** A JSON document under a name of its own: the server knows documents by name and version. */
export const json = (text: string): TextDocument => TextDocument.create(`file:///a${++made}.json`, 'json', 1, text);

/** Diagnostics as people see them: the code and the very text under the squiggle. */
export const marked = (document: TextDocument, diagnostics: readonly Diagnostic[]): (readonly [unknown, string])[] =>
  diagnostics.map(({ code, range }) => [code, document.getText(range)] as const);

/** The place in the document where the words begin, plus some characters. */
export const at = (document: TextDocument, words: string, plus = 1): Range['start'] => {
  const found = document.getText().indexOf(words);
  if (found < 0) throw new Error(`${words} stands nowhere.`);
  return document.positionAt(found + plus);
};
