import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitCall, type GitEnd, runGit, textOf } from './runGit';

/** Files of a commit beyond which a repository is too large to be looked through. */
const mostBytes = 32 * 1024 * 1024;

const isBundle = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return /^# v[23] git bundle/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
};

const kindOf = async (path: string): Promise<'file' | 'folder' | null> => {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  return found.isFile() ? 'file' : 'folder';
};

/** The folder that holds a repository's objects: `.git` of a clone (which may be a file), or a bare one itself. */
const gitFolder = async (path: string): Promise<string | null> => {
  const inside = join(path, '.git');
  if ((await kindOf(inside)) !== null) return inside;
  return (await kindOf(join(path, 'HEAD'))) === 'file' && (await kindOf(join(path, 'objects'))) === 'folder'
    ? path
    : null;
};

/** Git in one repository, whoever owns it; its own hooks, filters and settings have no say (`runGit`). */
const ask = (path: string, folder: string, call: Pick<GitCall, 'args' | 'input' | 'signal'>): Promise<GitEnd> =>
  runGit({ ...call, args: ['--git-dir', folder, ...call.args], cwd: path, trusts: path, maxBytes: mostBytes });

/**
 * Those of the commits (whole ids) that a repository lacks; null where the path is no git repository. A bundle's
 * commits aren't looked for: they can't be known without unpacking it.
 */
const lacking = async (path: string, commits: readonly string[], signal?: AbortSignal) => {
  if ((await kindOf(path)) === 'file') return (await isBundle(path)) ? [] : null;
  const folder = await gitFolder(path);
  if (folder === null) return null;
  const input = new TextEncoder().encode(commits.map((commit) => `${commit}^{commit}\n`).join(''));
  const end = await ask(path, folder, { args: ['cat-file', '--batch-check'], input, signal });
  if (end.code !== 0) return null;
  const lines = textOf(end).split('\n');
  return commits.filter((_commit, at) => / missing$/.test(lines[at] ?? ''));
};

/** Paths of the files at a commit, or at HEAD; null where they can't be told. */
const filesAt = async (path: string, commit: string | null, signal?: AbortSignal) => {
  const folder = (await kindOf(path)) === 'folder' ? await gitFolder(path) : null;
  if (folder === null) return null;
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit ?? 'HEAD'];
  const end = await ask(path, folder, { args, signal });
  return end.code === 0 ? textOf(end).split('\0').filter(Boolean) : null;
};

/** Git repositories as far as a study file is checked against them; nothing is written or fetched. */
export const repositoryCheck = { lacking, filesAt };
