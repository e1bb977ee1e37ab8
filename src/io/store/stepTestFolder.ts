import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './sha256';

/** Folders that are kept; of more, those changed longest ago go. */
const mostKept = 50;

const prune = async (root: string, newest: string): Promise<void> => {
  const names = (await readdir(root).catch(() => [])).filter((name) => name !== newest);
  if (names.length < mostKept) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(root, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  for (const { name } of aged.sort((a, b) => b.at - a.at).slice(mostKept - 1))
    await rm(join(root, name), { recursive: true, force: true });
};

/**
 * Where tests that belong to no run (at a step, of two patches held against each other) leave their logs: a folder of
 * the cache for each file and what in it, never the study's results. Not made here.
 */
export const stepTestFolder = async (cache: string, path: string, which: string): Promise<string> => {
  const root = join(cache, 'step-tests');
  const name = sha256(`${path}\n${which}`).slice(0, 24);
  await prune(root, name);
  return join(root, name);
};
