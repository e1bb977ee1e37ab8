import { appendFile, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../core/shared/problem';
import { markerName } from '../../core/workspace/workspaces';
import { fileFault } from './gitFault';
import { withLock } from './lock';
import type { GitContext } from './mirror';
import { besideFolder } from './tie';

/** One process at a time makes or judges a folder: who waits finds it whole, with its tie. */
export const locked = async <T>(folder: string, work: () => Promise<T>, context: GitContext, signal?: AbortSignal) =>
  withLock(await besideFolder(folder, 'lock', context), work, signal);

/** A link can't be replaced by a folder, and what it leads to is another place than the one that was named. */
const refuseLink = async (folder: string): Promise<void> => {
  const found = await lstat(folder).catch(() => null);
  if (found?.isSymbolicLink()) throw new InputFault(`${folder} is a link; name the folder that it is to lead to.`);
};

/** Whether a checkout may be made there: nothing stands at the folder, or it is empty. Throws InputFault for a link. */
export const isAbsent = async (folder: string): Promise<boolean> => {
  try {
    if ((await readdir(folder)).length > 0) return false;
    await refuseLink(folder);
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT') return refuseLink(folder).then(() => true);
    if (error instanceof InputFault) throw error;
    if (code === 'ENOTDIR') return false;
    throw new InputFault(`${folder} can't be read (${code ?? String(error)}); choose another folder.`);
  }
};

/** The marker says nothing but that it is one; a repository that brings a file of that name keeps its own. */
export const mark = async (path: string): Promise<void> => {
  await mkdir(join(path, '.git', 'info'), { recursive: true });
  await appendFile(join(path, '.git', 'info', 'exclude'), `/${markerName}\n`);
  const text = `${JSON.stringify({ touchstone: 'workspace', version: 1 })}\n`;
  await writeFile(join(path, markerName), text, { flag: 'wx' }).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error;
  });
};

/** A folder that can't be written, said with the way out; every other failure as a fault of the disk or as it is. */
export const writeFault = (error: unknown, folder: string): unknown => {
  const code = (error as { code?: string } | null)?.code;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new InputFault(`${folder} can't be written (${code}); choose another folder.`);
  return fileFault(error, `opening ${folder}`);
};
