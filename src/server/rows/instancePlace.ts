import { open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Location } from 'vscode-languageserver/node';
import type { RowSpan } from '../../core/shared/files';
import { largestText } from '../../protocol/languageServer';
import type { KnownInstance, StudyContext } from '../studyContext';
import { factsOf } from './rowFacts';
import { rowUri } from './rowUri';
import type { Span } from './text/rowSheet';

/** Rows beyond this are gone to by their line; their id is not looked for. */
const mostBytes = 8 * 1024 * 1024;

const firstLine = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const rowText = async (path: string, { offset, length }: RowSpan): Promise<string> => {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

const idSpan = async (path: string, span: RowSpan, id: string): Promise<Span> => {
  const start = { start: 0, end: 0 };
  if (span.length > mostBytes) return start;
  const text = await rowText(path, span).catch(() => '');
  const facts = factsOf({ text, key: null, lead: 0, facts: null });
  return facts.id === id ? facts.idSpan : start;
};

/** Where the row of an instance stands: the id in its JSON lines, else the read-only document of the row. */
export const instancePlace = async (study: StudyContext, known: KnownInstance): Promise<Location> => {
  const { dataset, row } = known;
  const size = (await study.ports.files.stat(dataset.path))?.bytes ?? 0;
  if (row.span === null || size > largestText) return { uri: rowUri(dataset.path, row.id), range: firstLine };
  const { start, end } = await idSpan(dataset.path, row.span, row.id);
  const line = row.span.line - 1;
  return {
    uri: pathToFileURL(dataset.path).href,
    range: { start: { line, character: start }, end: { line, character: end } },
  };
};
