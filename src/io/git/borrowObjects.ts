import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lets the repository at `gitDir` read the mirror's objects without copying them (`objects/info/alternates`). */
export const borrowObjects = async (gitDir: string, mirror: string): Promise<void> => {
  const info = join(gitDir, 'objects', 'info');
  await mkdir(info, { recursive: true });
  const path = join(mirror, 'objects').replaceAll('\\', '/');
  // git reads a line that starts with a quote as a C string; only a line end would need it.
  const line = /[\n"]/.test(path) ? JSON.stringify(path) : path;
  await writeFile(join(info, 'alternates'), `${line}\n`);
};
