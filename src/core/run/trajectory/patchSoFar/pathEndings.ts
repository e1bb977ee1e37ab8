import { repositoryPath } from './repositoryPath';

/**
 * Paths below a folder that a path of the agent's machine may mean, the likeliest first: itself, then without its first
 * folders. None leads out of the folder.
 */
export const pathEndings = (path: string): readonly string[] => {
  const clean = repositoryPath(path, null);
  // On Windows a backslash would part folders, and lead out of this one.
  if (clean === null || clean.includes('\\')) return [];
  if (!clean.startsWith('/')) return [clean];
  const parts = clean.slice(1).split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
};

/** Gives the file of a repository that a path of the agent's machine means; null where `files` has none such. */
export const fileAmong = (files: readonly string[]): ((path: string) => string | null) => {
  const known = new Set(files);
  return (path) => [path, ...pathEndings(path)].find((ending) => known.has(ending)) ?? null;
};

const mostRead = 10_000;
const word = /[\w@+.~/-]+/g;

/** The files that a command names by a path of their own, in its order: what it printed or ran. */
export const filesNamed = (command: string, files: readonly string[]): readonly string[] => {
  const among = fileAmong(files);
  const words = command.slice(0, mostRead).match(word) ?? [];
  return [...new Set(words.filter((one) => /[./]/.test(one)).flatMap((one) => among(one) ?? []))];
};
