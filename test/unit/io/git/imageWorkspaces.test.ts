import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImageTree } from '../../../../src/core/workspace/imageTree';
import { gitImageWorkspaces } from '../../../../src/io/git/imageWorkspaces';
import type { GitContext } from '../../../../src/io/git/mirror';
import { readTie } from '../../../../src/io/git/tie';
import { diffWorkspace } from '../../../../src/io/git/workspaceDiff';
import { gitWorkspaces } from '../../../../src/io/git/workspaces';
import { fakeImageTree, noFacts } from '../../../fakes/fakeImageTree';
import { commitFiles, git } from '../../../fakes/git';
import { makeContext, makeFolder } from '../../../fakes/workspaceContext';

const origin = { studyRoot: '/studies/ada', datasetPath: '/studies/ada/rows.jsonl' };

/** A testbed as images have them: two commits, a later one, what was built, and what must never be opened. */
const makeTestbed = async () => {
  const folder = join(await makeFolder(), 'testbed');
  await mkdir(folder);
  git(folder, 'init', '--quiet', '-b', 'main');
  await commitFiles(folder, { 'README.md': 'A lib\n' }, 'first');
  const base = await commitFiles(
    folder,
    { 'src/sum.py': 'return a - b\n', 'bin/run': 'run\n', 'tox.ini': 'old\n' },
    'base',
  );
  git(folder, 'branch', 'base');
  const fix = await commitFiles(folder, { 'src/sum.py': 'return a + b\n', 'src/new.py': 'new\n' }, 'fix');
  git(folder, 'checkout', '--quiet', '--detach', base);
  await writeFile(join(folder, 'tox.ini'), 'of the image\n');
  await mkdir(join(folder, 'lib.egg-info'));
  await writeFile(join(folder, 'lib.egg-info', 'PKG-INFO'), 'built\n');
  await writeFile(join(folder, 'src', 'fast.so'), 'built\n');
  return { folder, base, fix };
};

const make = async (tree: ImageTree, context: GitContext) => {
  const folder = join(await makeFolder(), 'workspace');
  const made = await gitImageWorkspaces(context).makeFromImage(tree, folder, origin);
  if (made === null) throw new Error('nothing was made');
  return { folder, ...made };
};

const factsOf = (folder: string, base: string) => ({
  ...noFacts,
  tracked: git(folder, 'ls-files').split('\n'),
  hasBase: true,
  changed: git(folder, 'diff', '--name-status', base)
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ status: line[0] ?? '', path: line.slice(2) })),
});

describe('a workspace out of an image, history scrubbed', () => {
  it('is one commit of ours with the files as the image has them, and git sees nothing to do', async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    const tree = fakeImageTree(bed.folder, { facts: factsOf(bed.folder, bed.base), baseCommit: bed.base });
    const { folder, commit, notes } = await make(tree, context);
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(commit);
    expect(git(folder, 'log', '--all', '--format=%an %s', 'HEAD')).toBe('Touchstone base');
    expect(git(folder, 'for-each-ref')).toBe('');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(git(folder, 'ls-files').split('\n')).toEqual(['README.md', 'bin/run', 'src/sum.py', 'tox.ini']);
    expect(await readFile(join(folder, 'tox.ini'), 'utf8')).toBe('of the image\n');
    expect(await readFile(join(folder, 'lib.egg-info', 'PKG-INFO'), 'utf8')).toBe('built\n');
    expect(() => git(folder, 'cat-file', '-e', bed.fix)).toThrow();
    expect(() => git(folder, 'cat-file', '-e', bed.base)).toThrow();
    expect(notes.join('\n')).toContain('In the image these differ from base: "tox.ini"');
  });

  it('gives the work in it as a patch against those files', async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    const { folder } = await make(fakeImageTree(bed.folder, { facts: factsOf(bed.folder, bed.base) }), context);
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
    await writeFile(join(folder, 'tox.ini'), 'mine\n');
    await writeFile(join(folder, 'src', 'mine.py'), 'mine\n');
    await rm(join(folder, 'README.md'));
    const patch = await diffWorkspace(folder, undefined, context);
    expect(patch).toContain('-of the image\n+mine\n');
    expect(patch.match(/^diff --git .*/gm)).toHaveLength(3);
    const found = await gitWorkspaces(context).find(folder);
    expect(found).toMatchObject({ kind: 'workspace', changed: ['README.md', 'src/mine.py', 'tox.ini'] });
  });

  it('opens no repository, at whatever depth and by whatever name, and says so', async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    for (const path of ['src/.git', 'deep/er/.GIT', 'bare.git/objects', 'bare.git/refs'])
      await mkdir(join(bed.folder, path), { recursive: true });
    for (const path of ['src/.git/config', 'deep/er/.GIT/config', 'bare.git/HEAD', 'deep/er/file'])
      await writeFile(join(bed.folder, path), '[core]\n\tfsmonitor = touch /tmp/planted\n');
    const { folder, notes } = await make(fakeImageTree(bed.folder, { facts: factsOf(bed.folder, bed.base) }), context);
    expect(existsSync(join(folder, 'src', '.git'))).toBe(false);
    expect(existsSync(join(folder, 'bare.git'))).toBe(false);
    expect(await readdir(join(folder, 'deep', 'er'))).toEqual(['file']);
    expect(notes).toContain('Left out: src/.git: a repository inside the tree');
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('takes what .gitignore lets through where the image has no git', async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    await writeFile(join(bed.folder, '.gitignore'), '*.so\n*.egg-info\n');
    const { folder, notes } = await make(fakeImageTree(bed.folder), context);
    expect(git(folder, 'ls-files').split('\n')).toEqual([
      '.gitignore',
      'README.md',
      'bin/run',
      'src/sum.py',
      'tox.ini',
    ]);
    expect(notes.join()).toContain('no git repository at the testbed');
  });

  it('leaves nothing half made where the copy fails or is cancelled', async () => {
    const context = await makeContext();
    const parent = await makeFolder();
    const stop = new AbortController();
    const copies: ImageTree['copyFiles'][] = [
      async () => {
        throw new Error('the engine went away');
      },
      async (folder) => {
        await writeFile(join(folder, 'half'), 'half');
        stop.abort(new Error('Cancelled'));
        return [];
      },
    ];
    for (const copyFiles of copies) {
      const tree = fakeImageTree(parent, { copyFiles });
      const making = gitImageWorkspaces(context).makeFromImage(
        tree,
        join(parent, 'there'),
        origin,
        undefined,
        stop.signal,
      );
      await expect(making).rejects.toThrow();
      expect(await readdir(parent)).toEqual([]);
    }
  });
});

describe('a workspace out of an image, history kept', () => {
  const keep = (bed: { readonly folder: string; readonly base: string }): ImageTree => {
    const tree = fakeImageTree(bed.folder, { facts: factsOf(bed.folder, bed.base), baseCommit: bed.base });
    return { ...tree, origin: { ...tree.origin, history: 'keep' } };
  };

  it("is base with its ancestry and nothing later, and base's files over the image's", async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    const { folder, notes } = await make(keep(bed), context);
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(bed.base);
    expect(git(folder, 'log', '--all', '--format=%s', 'HEAD').split('\n')).toEqual(['base', 'first']);
    expect(() => git(folder, 'cat-file', '-e', bed.fix)).toThrow();
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(await readFile(join(folder, 'tox.ini'), 'utf8')).toBe('old\n');
    expect(existsSync(join(folder, 'src', 'fast.so'))).toBe(true);
    expect(notes.join()).toContain('differ from base: "tox.ini". They stand as base has them');
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
  });

  it('does not write a link of base that leaves the folder, and its absence is no change', async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    await symlink('/etc/passwd', join(bed.folder, 'secrets'));
    await symlink('src/sum.py', join(bed.folder, 'inside'));
    const base = await commitFiles(bed.folder, { 'tox.ini': 'old\n' }, 'base with links');
    git(bed.folder, 'branch', '--force', 'base', base);
    const { folder } = await make(keep({ ...bed, base }), context);
    expect(existsSync(join(folder, 'secrets'))).toBe(false);
    expect(existsSync(join(folder, 'inside'))).toBe(true);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
    expect((await readTie(folder, context))?.leftOut).toEqual(['secrets']);
  });

  it('refuses another commit than the row names, and a bundle that is none', async () => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    git(bed.folder, 'branch', '--force', 'base', bed.fix);
    await expect(make(keep(bed), context)).rejects.toThrow(/another commit than .* scrubbed history/);
    const broken = {
      ...keep(bed),
      copyHistory: (folder: string) => writeFile(join(folder, 'base.bundle'), '# v2 git bundle\n'),
    };
    await expect(make(broken, context)).rejects.toThrow(/scrubbed history/);
  });
});

describe('a workspace out of an image with a submodule', () => {
  it.each(['scrub', 'keep'] as const)('has its files beside and shows no change (%s)', async (history) => {
    const [bed, context] = [await makeTestbed(), await makeContext()];
    git(bed.folder, 'checkout', '--quiet', '--force', 'base');
    await mkdir(join(bed.folder, 'sub'));
    git(join(bed.folder, 'sub'), 'init', '--quiet');
    await commitFiles(join(bed.folder, 'sub'), { 'inner.py': 'inner\n' }, 'inner');
    git(bed.folder, 'add', 'sub');
    git(bed.folder, 'commit', '--quiet', '-m', 'with a submodule');
    const base = git(bed.folder, 'rev-parse', 'HEAD');
    const tree = fakeImageTree(bed.folder, { facts: factsOf(bed.folder, base), baseCommit: base });
    const { folder } = await make({ ...tree, origin: { ...tree.origin, history } }, context);
    expect(await readFile(join(folder, 'sub', 'inner.py'), 'utf8')).toBe('inner\n');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
  });
});
