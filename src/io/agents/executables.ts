import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { elfOfFile } from './elfProgram';

/** Smaller files are no programs that packages bring. */
const leastBytes = 16 * 1024;

/**
 * Packages bring programs (`rg`) that their own scripts would make executable; those are not run, so it is done here, for
 * files without an ending that are programs by their first bytes.
 */
export const makeExecutable = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.includes('.')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, mode } = await stat(file);
    if (size >= leastBytes && (mode & 0o111) === 0 && (await elfOfFile(file)) !== null) await chmod(file, mode | 0o755);
  }
};
