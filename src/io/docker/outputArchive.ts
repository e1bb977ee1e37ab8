import type { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import type { JobFiles } from '../../core/run/container/engine';
import { outputEntries, outputFileBytes, outputFolderBytes } from '../../core/run/container/limits';
import { HeadAndTail } from '../jobs/headAndTail';

const maxTotalBytes = 2 * outputFileBytes;

/** Why a name below `/out` is refused; null where it may be a file of the result. The container wrote it. */
const nameFault = (name: string): string | null => {
  if (name === '' || name.startsWith('/')) return 'an absolute or empty name';
  if (name.includes('\0') || name.includes('\\')) return 'a NUL or backslash in its name';
  if (name.split('/').some((part) => part === '..' || part === '.' || part === '')) return 'a path that leaves /out';
  return null;
};

const relativeName = (header: Header): string => header.name.replace(/^out\//, '');

/**
 * Reads what a container left in `/out`. Links, devices and hostile names are refused; a long file keeps its head and
 * tail; entries and bytes are counted, and reading ends where there are too many. Whatever is left out is said in
 * `skipped`.
 */
export const readOutputArchive = async (tar: Readable, mostBytes = outputFolderBytes): Promise<JobFiles> => {
  const files = new Map<string, Uint8Array>();
  const skipped: string[] = [];
  const archive = extract();
  tar.on('error', (error) => archive.destroy(error));
  tar.pipe(archive);
  let entries = 0;
  let total = 0;
  let announced = 0;
  for await (const entry of archive) {
    announced += entry.header.size ?? 0;
    const over = tooMuch(++entries, announced, mostBytes);
    if (over !== null) {
      skipped.push(`${JSON.stringify(relativeName(entry.header).slice(0, 200))} and all after it: ${over}`);
      tar.destroy();
      break;
    }
    const refused = refusal(entry.header, entries, total, files);
    if (refused !== null) {
      if (refused !== '') skipped.push(refused);
      entry.resume();
      continue;
    }
    const name = relativeName(entry.header);
    const kept = new HeadAndTail(outputFileBytes);
    for await (const chunk of entry) kept.push(chunk as Uint8Array);
    const { bytes, cut } = kept.result();
    if (cut > 0) skipped.push(`${name}: ${cut} bytes between its head and tail were left out`);
    total += bytes.byteLength;
    files.set(name, bytes);
  }
  return { files, skipped };
};

/** Why nothing more is read; null where there is room. */
const tooMuch = (entries: number, bytes: number, mostBytes: number): string | null => {
  if (entries > 2 * outputEntries) return `more than ${2 * outputEntries} files`;
  return bytes > mostBytes ? `more than ${mostBytes} bytes` : null;
};

/** Null: take it. '': leave it out without a word (the folders). Else what is said of it. */
const refusal = (header: Header, entries: number, total: number, taken: ReadonlyMap<string, unknown>) => {
  if (header.type === 'directory') return '';
  const name = relativeName(header);
  const shown = JSON.stringify(name.slice(0, 200));
  if (entries > outputEntries) return `${shown}: more than ${outputEntries} files`;
  if (header.type !== 'file') return `${shown}: a ${header.type}, not a file`;
  const fault = nameFault(name);
  if (fault !== null) return `${shown}: ${fault}`;
  if (taken.has(name)) return `${shown}: twice in the archive`;
  return total > maxTotalBytes ? `${shown}: more than ${maxTotalBytes} bytes in all` : null;
};
