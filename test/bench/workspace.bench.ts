import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { openInstance } from '../../src/app/openInstance';
import { runGit } from '../../src/io/git/runGit';
import { gitWorkspaces } from '../../src/io/git/workspaces';
import { sha256 } from '../../src/io/store/sha256';
import { git } from '../fakes/gitSource';
import { openRequest } from '../fakes/workspaceContext';

/** One figure of the benchmark: `value` and `baseline` in milliseconds, `ratio` held against `budget`. */
export interface BenchFigure {
  readonly name: string;
  readonly value: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly budget: number;
}

const folders = 60;
const filesPerFolder = 80;
const repetitions = 7;

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

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Opening a second instance of a mirrored repository against `git worktree add` of the same commit. */
export async function bench(): Promise<BenchFigure[]> {
  const root = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  try {
    const folder = join(root, 'source');
    const { base, second } = await makeLargeSource(folder);
    const ports = { workspaces: gitWorkspaces({ cache: join(root, 'cache'), run: runGit }), sha256 };
    const open = (dir: string, commit: string) =>
      openInstance(ports, openRequest({ folder, first: base, base: commit, fix: second }, { dir }));
    await open(join(root, 'first'), base);
    const worktree = (dir: string) => execa('git', ['-C', folder, 'worktree', 'add', '--detach', dir, second]);
    const ours: number[] = [];
    const theirs: number[] = [];
    // In turns, so that a busy machine slows both; the first pair only warms up.
    for (let turn = 0; turn <= repetitions; turn += 1) {
      const [one, two] = [join(root, `ours${turn}`), join(root, `theirs${turn}`)];
      theirs.push(await timed(() => worktree(two)));
      ours.push(await timed(() => open(one, second)));
      await Promise.all([one, two].map((each) => rm(each, { recursive: true, force: true })));
    }
    const [value, baseline] = [median(ours.slice(1)), median(theirs.slice(1))];
    const name = `open a second instance (${folders * filesPerFolder} files) / git worktree add`;
    return [{ name, value, baseline, ratio: value / baseline, budget: 1.5 }];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
