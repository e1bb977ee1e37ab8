import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TreeOptions, TreeReport } from '../../core/run/container/session';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import type { NameRules } from './entryNames';
import { TarFault } from './tarHeader';
import { TarReader } from './tarReader';
import { TreeWriter } from './treeWriter';

const progressMs = 250;

/** Finds out by trying whether the folder's disk takes two cases for one. The folder is empty. */
const rulesOf = async (folder: string): Promise<NameRules> => {
  const probe = path.join(folder, 'touchstone-case-probe');
  await writeFile(probe, '', { flag: 'wx' });
  const foldsCase = await lstat(path.join(folder, 'TOUCHSTONE-CASE-PROBE')).then(
    () => true,
    () => false,
  );
  await rm(probe);
  return { foldsCase, windows: process.platform === 'win32' };
};

const checkEmpty = async (folder: string): Promise<void> => {
  if (!(await lstat(folder)).isDirectory() || (await readdir(folder)).length > 0)
    throw new InputFault(`${folder}: a tree is only copied into an empty folder.`);
};

export interface ExtractOptions extends TreeOptions {
  /** Left out: found out by trying. */
  readonly rules?: NameRules;
}

/**
 * Writes an archive's tree into an empty host folder; see TreeWriter for what is refused. Bad entries are told in the
 * report. Throws InputFault where the folder isn't empty, EnvironmentFault('engine') where the archive is cut or none at
 * all (what came by then stays), EnvironmentFault('disk') where the disk is full.
 */
export const extractTree = async (
  tar: AsyncIterable<Uint8Array>,
  folder: string,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<TreeReport> => {
  await checkEmpty(folder);
  const { limits, leaveOut, onBytes, rules = await rulesOf(folder) } = options;
  const writer = new TreeWriter(folder, { limits, leaveOut, rules });
  const reader = new TarReader(writer);
  try {
    await pump(tar, reader, onBytes, signal);
    reader.finish();
    return writer.finish();
  } catch (error) {
    if (error instanceof TarFault) throw new EnvironmentFault('engine', `The tree came damaged: ${error.message}.`);
    throw error;
  } finally {
    writer.close();
  }
};

const pump = async (
  tar: AsyncIterable<Uint8Array>,
  reader: TarReader,
  onBytes: ((bytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<void> => {
  let bytes = 0;
  let saidAt = performance.now();
  for await (const chunk of tar) {
    signal?.throwIfAborted();
    reader.push(chunk);
    bytes += chunk.length;
    if (performance.now() - saidAt > progressMs) {
      saidAt = performance.now();
      onBytes?.(bytes);
    }
    if (reader.done) break;
  }
  onBytes?.(bytes);
};
