import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Lets the owner into every folder below; links are not followed. */
const openUp = async (folder: string): Promise<void> => {
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) {
    const inside = path.join(folder, name);
    if ((await lstat(inside)).isDirectory()) await openUp(inside);
  }
};

/** Removes a job's folder with all that is in it, also folders that the job closed to everybody (tests do that). */
export const removeFolder = async (folder: string): Promise<void> => {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await openUp(folder);
    await remove();
  }
};
