import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';
import { lookAt } from '../lookAt';
import { binaryKindOf, refusedOf } from './binaryKind';
import { partKindOf, reportKindOf, tomlKindOf, yamlKindOf } from './documentKind';
import { type Inspection, inspectionOf, type Recognised, unknown } from './inspection';
import { inspectDataset, inspectPredictions } from './inspectRows';
import { recordingOf } from './recordingKind';
import { textKindOf } from './textKind';

/** Texts are looked at up to this many bytes; rows are read to their end, and JSON documents up to `maxDocument`. */
const maxText = 8 * 1024 * 1024;
const maxDocument = 64 * 1024 * 1024;
const maxSettings = 1024 * 1024;

interface Opened {
  readonly files: FilePort;
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What rows of datasets and predictions are; the reason why not where the file can't be read as rows. */
const rowsOf = async ({ files, path, signal }: Opened): Promise<Inspection | { readonly reason: string }> => {
  try {
    const kind = await lookAt(files, path, signal);
    if (kind?.kind === 'instance') return await inspectDataset(files, path, signal);
    if (kind?.kind === 'prediction') return await inspectPredictions(files, path, signal);
    return { reason: 'No known format: the first rows are no instances, predictions or reports.' };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { reason: error.message.replace(`${path}: `, '') };
  }
};

/** A JSON document as a whole; undefined where it is no single document, or too large to be taken as one. */
const documentOf = async ({ files, path, text, isCut }: Opened): Promise<unknown> => {
  const bytes = isCut ? await files.readBytes(path, maxDocument + 1) : null;
  if (bytes !== null && bytes.length > maxDocument) return undefined;
  try {
    const whole = bytes === null ? text : new TextDecoder().decode(bytes);
    return JSON.parse(whole.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
};

/** What stands in JSON: a part of a task or of a run by its fields, rows, then reports, which are told by less. */
const jsonOf = async (opened: Opened): Promise<Inspection | Recognised | { readonly reason: string }> => {
  const recording = recordingOf(opened.text);
  if (recording) return recording;
  const document = opened.isCut ? undefined : await documentOf(opened);
  const part = partKindOf(document);
  if (part) return part;
  const rows = await rowsOf(opened);
  if ('format' in rows) return rows;
  return reportKindOf(document ?? (await documentOf(opened)), opened.path) ?? rows;
};

/** Characters that neither YAML nor TOML may hold; recordings of bytes are told by them before they are parsed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is sought
const noSettings = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

const settingsOf = (text: string): Recognised | null => {
  if (text.length > maxSettings || noSettings.test(text)) return null;
  if (/^\[{1,2}[\w."-]+\]{1,2}\s*$/m.test(text)) return tomlKindOf(text);
  return /^(?:\s|#.{0,500}\n|---)*(?:- )?["']?[\w-]+["']?\s*:/.test(text) ? yamlKindOf(text) : null;
};

const looksLikeRows = (text: string, path: string): boolean =>
  /^[\ufeff\s]*[[{]/.test(text) || text.startsWith('PAR1') || /\.csv(?:\.gz)?$/i.test(path);

const inspectText = async (opened: Opened): Promise<Inspection> => {
  const { path, text, isCut } = opened;
  const json = looksLikeRows(text, path) ? await jsonOf(opened) : null;
  if (json !== null && 'path' in json) return json as Inspection;
  const known = json !== null && 'format' in json ? json : json === null ? settingsOf(text) : null;
  const found = known ?? textKindOf(text, nameOf(path));
  const reason =
    json !== null && 'reason' in json ? json.reason : 'No known format: neither rows nor a report, log or patch.';
  if (found === null) return unknown(path, reason);
  const cut = isCut ? ['Only the first 8 MiB were looked at; counts are of that part.'] : [];
  return inspectionOf(path, { ...found, warnings: [...(found.warnings ?? []), ...cut] });
};

/** An empty patch is what a model may answer; its name alone tells that it is one. */
const emptyFile = (path: string): Inspection =>
  /\.(?:patch|diff)$/i.test(path)
    ? inspectionOf(path, { format: 'empty-patch', counts: { files: 0 }, warnings: ['Told by its name: it is empty.'] })
    : unknown(path, 'The file is empty.');

/**
 * Says what one file is, by its content. Rows are read to their end; of texts at most 8 MiB are looked at, which is
 * said. Gives `format: null` with the reason for what it can't tell, and throws for nothing but a cancel.
 */
export const inspectFile = async (files: FilePort, path: string, signal?: AbortSignal): Promise<Inspection> => {
  signal?.throwIfAborted();
  try {
    const bytes = await files.readBytes(path, maxText + 1);
    if (bytes.length === 0) return emptyFile(path);
    const refused = refusedOf(bytes);
    if (refused !== null) return unknown(path, refused);
    const binary = binaryKindOf(bytes);
    if (binary) return inspectionOf(path, binary);
    const text = new TextDecoder().decode(bytes.subarray(0, maxText));
    return await inspectText({ files, path, text, isCut: bytes.length > maxText, signal });
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return unknown(path, error.message.replace(`${path}: `, ''));
  }
};
