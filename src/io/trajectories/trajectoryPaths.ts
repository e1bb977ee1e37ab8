import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { reportNames } from '../../core/run/trajectory/reportNames';

const mostPaths = 50_000;
const deepest = 12;
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', '__pycache__']);

/** Paths of files below a folder, and how many were left out by the bound. */
export interface FoundPaths {
  readonly root: string;
  readonly paths: readonly string[];
  readonly leftOut: number;
}

/** Files below a folder by their names, sorted; links are not followed. */
const walk = async (root: string, under: string, found: { paths: string[]; leftOut: number }, depth = 0) => {
  const entries = await readdir(join(root, under), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isFile()) {
      if (found.paths.length < mostPaths) found.paths.push(path);
      else found.leftOut += 1;
    } else if (entry.isDirectory() && !passedOver.has(entry.name)) {
      if (depth < deepest) await walk(root, path, found, depth + 1);
      else found.leftOut += 1;
    }
  }
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)).isFile();
  } catch {
    return false;
  }
};

/** Names under which further files of the same trajectory stand in its folder; of others the folder isn't looked at. */
const hasSiblings = /(?:^|\.)trajectory$/;

const siblingsOf = async (folder: string, name: string, stem: string): Promise<readonly string[]> => {
  if (!hasSiblings.test(stem)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile() && entry.name !== name && entry.name.startsWith(`${stem}.`));
  return own.map((entry) => entry.name).sort();
};

const reportOf = async (folder: string, name: string): Promise<readonly string[]> => {
  for (const report of reportNames(name, basename(folder))) if (await isFile(join(folder, report))) return [report];
  return [];
};

const besideFile = async (folder: string, name: string, stem: string): Promise<readonly string[]> => [
  ...new Set([...(await reportOf(folder, name)), ...(await siblingsOf(folder, name, stem))]),
];

/**
 * A file's name first, then the report on it and files in its folder whose names go on behind its own, then what lies in the folder beside it
 * that has its name without the ending.
 */
export const pathsOfFile = async (path: string): Promise<FoundPaths> => {
  const name = basename(path);
  const stem = basename(path, extname(path));
  const found = { paths: [name, ...(await besideFile(dirname(path), name, stem))], leftOut: 0 };
  if (stem !== name && (await isFolder(join(dirname(path), stem)))) await walk(dirname(path), stem, found);
  return { root: dirname(path), ...found };
};

export const pathsOfFolder = async (path: string): Promise<FoundPaths> => {
  const found = { paths: [], leftOut: 0 };
  await walk(path, '', found);
  return { root: path, ...found };
};
