import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { openInstance } from '../../src/app/openInstance';
import { runGit } from '../../src/io/git/runGit';
import { gitWorkspaces } from '../../src/io/git/workspaces';
import { sha256 } from '../../src/io/store/sha256';
import { git } from '../fakes/git';
import { openRequest } from '../fakes/openRequest';
import { type Bench, timeInTurn } from './bench';

const folders = 60;
const filesPerFolder = 80;

/** A repository of some thousand files in two commits, as large as a middling project. */
const makeLargeSource = async (folder: string): Promise<{ readonly base: string; readonly second: string }> => {
  await mkdir(folder);
  git(folder, 'init', '--quiet', '-b', 'main');
  for (let at = 0; at < folders; at += 1) {
    const inside = join(folder, `package${at}`);
    await mkdir(inside);
    const write = (file: number) => writeFile(join(inside, `module${file}.py`), moduleText(at, file));
    await Promise.all(Array.from({ length: filesPerFolder }, (_none, file) => write(file)));
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'first');
  const base = git(folder, 'rev-parse', 'HEAD');
  await writeFile(join(folder, 'package0', 'module0.py'), 'changed = True\n');
  git(folder, 'commit', '--quiet', '--all', '-m', 'second');
  const second = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'repack', '-a', '-d', '--quiet');
  return { base, second };
};

const moduleText = (at: number, file: number): string =>
  Array.from({ length: 60 }, (_none, line) => `def f_${at}_${file}_${line}(x):\n    return x + ${line}\n`).join('\n');

const measureIn = async (root: string) => {
  const folder = join(root, 'source');
  const { base, second } = await makeLargeSource(folder);
  const ports = { workspaces: gitWorkspaces({ cache: join(root, 'cache'), run: runGit }), sha256 };
  const open = (dir: string, commit: string) =>
    openInstance(ports, openRequest({ folder, first: base, base: commit, fix: second }, { dir }));
  await open(join(root, 'first'), base);
  let count = 0;
  const next = (name: string) => join(root, `${name}${count++}`);
  const worktree = (dir: string) => execa('git', ['-C', folder, 'worktree', 'add', '--detach', dir, second]);
  return timeInTurn(
    7,
    () => open(next('ours'), second),
    () => worktree(next('theirs')),
  );
};

/** A second instance of a repository whose mirror is there. */
export const workspace: Bench = {
  name: `opening a second instance (${folders * filesPerFolder} files)`,
  limit: 1.5,
  measure: async () => {
    const root = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
    try {
      return { ...(await measureIn(root)), unit: 'ms', meaning: 'git worktree add of the same commit' };
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};
