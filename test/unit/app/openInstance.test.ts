import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInstance } from '../../../src/app/openInstance';
import { InputFault } from '../../../src/core/shared/problem';
import type { GitContext } from '../../../src/io/git/mirror';
import { readTie } from '../../../src/io/git/tie';
import { diffWorkspace } from '../../../src/io/git/workspaceDiff';
import { gitWorkspaces } from '../../../src/io/git/workspaces';
import { sha256 } from '../../../src/io/store/sha256';
import { commitFiles, git } from '../../fakes/git';
import { makeSource } from '../../fakes/gitSource';
import { makeInstance, openRequest } from '../../fakes/openRequest';
import { makeContext, makeFolder } from '../../fakes/workspaceContext';

const portsOf = (context: GitContext) => ({ workspaces: gitWorkspaces(context), sha256 });

/** All folders of the cache and below `folder` that something half made would be left in. */
const leftovers = async (...folders: readonly string[]): Promise<readonly string[]> => {
  const names = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true }).catch(() => [])));
  return names.flat().filter((name) => /making-|\.lock$/.test(name));
};

const testPatch = [
  'diff --git a/tests/test_sum.py b/tests/test_sum.py',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/tests/test_sum.py',
  '@@ -0,0 +1,2 @@',
  '+def test_sum():\r',
  '+    assert True\r',
  'diff --git a/notes.txt b/notes.txt',
  '--- a/notes.txt',
  '+++ b/notes.txt',
  '@@ -1,2 +1,2 @@',
  ' one\r',
  '-two\r',
  '+zwei\r',
  '',
].join('\n');

describe('openInstance', () => {
  it('makes a repository of its own at base that shows nothing later', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const result = await openInstance(portsOf(context), openRequest(source));
    expect(result).toMatchObject({ kind: 'opened', reused: false, dirty: false });
    expect(git(result.folder, 'rev-parse', 'HEAD')).toBe(source.base);
    expect(git(result.folder, 'log', '--all', '--format=%H').split('\n')).toEqual([source.base, source.first]);
    expect(git(result.folder, 'log', '--all', '--reflog', '--format=%H').split('\n')).not.toContain(source.fix);
    expect(git(result.folder, 'for-each-ref')).toBe('');
    expect(git(result.folder, 'remote')).toBe('');
    expect(git(result.folder, 'status', '--porcelain', '--ignored')).toBe('!! .touchstone-instance.json');
    expect(() => git(result.folder, 'symbolic-ref', 'HEAD')).toThrow();
    expect(await readFile(join(result.folder, 'src/sum.py'), 'utf8')).toContain('a - b');
  });

  it('borrows its objects from the mirror', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const { folder } = await openInstance(portsOf(context), openRequest(source));
    const borrowed = await readFile(join(folder, '.git/objects/info/alternates'), 'utf8');
    expect(borrowed.startsWith(join(context.cache, 'mirrors'))).toBe(true);
    expect(git(folder, 'count-objects', '-v')).toContain('count: 0\nsize: 0\nin-pack: 0');
    expect(git(folder, 'fsck', '--connectivity-only', '--no-dangling')).toBe('');
  });

  it('ties the checkout to its study in the cache, and marks it', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const { folder } = await openInstance(portsOf(context), openRequest(source));
    expect(existsSync(join(folder, '.touchstone-instance.json'))).toBe(true);
    expect(await readTie(folder, context)).toMatchObject({
      studyRoot: '/studies/ada',
      datasetPath: '/studies/ada/rows.jsonl',
      instanceId: 'ada__lib-1',
      baseCommit: source.base,
      withTestPatch: false,
      openedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('takes a bundle as source, in an empty folder that was named', async () => {
    const [source, context, dir] = [await makeSource(), await makeContext(), await makeFolder()];
    const path = join(source.folder, 'all of it.bundle');
    git(source.folder, 'bundle', 'create', '--quiet', path, '--all');
    const request = openRequest(source, { source: { kind: 'bundle', path }, dir });
    expect(await openInstance(portsOf(context), request)).toMatchObject({ folder: dir, reused: false });
    expect(git(dir, 'rev-parse', 'HEAD')).toBe(source.base);
  });

  it('applies the test patch uncommitted, carriage returns and all', async () => {
    const [source, context] = [await makeSource({ 'notes.txt': 'one\r\ntwo\r\n' }), await makeContext()];
    const instance = makeInstance(source.base, { testPatch });
    const request = openRequest(source, { instance, withTestPatch: true });
    const { folder } = await openInstance(portsOf(context), request);
    expect(await readFile(join(folder, 'tests/test_sum.py'), 'utf8')).toBe('def test_sum():\r\n    assert True\r\n');
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('one\r\nzwei\r\n');
    expect(git(folder, 'status', '--porcelain').split('\n')).toEqual([' M notes.txt', '?? tests/']);
    expect(await openInstance(portsOf(context), request)).toMatchObject({ folder, reused: true, dirty: false });
    const without = await openInstance(portsOf(context), { ...request, withTestPatch: false });
    expect(without).toMatchObject({ reused: false });
    expect(without.folder).not.toBe(folder);
  });

  it('says so where the test patch does not apply, and leaves nothing', async () => {
    const [source, context, dir] = [await makeSource(), await makeContext(), join(await makeFolder(), 'new')];
    const instance = makeInstance(source.base, { testPatch });
    const opening = openInstance(portsOf(context), openRequest(source, { instance, withTestPatch: true, dir }));
    await expect(opening).rejects.toThrow(/The test patch of ada__lib-1 doesn't apply to base.*notes\.txt/);
    await expect(opening).rejects.toBeInstanceOf(InputFault);
    expect(existsSync(dir)).toBe(false);
    expect(await leftovers(context.cache, join(dir, '..'))).toEqual([]);
  });

  it.each([
    ['a path above the tree', '../outside.txt'],
    ["git's own folder", '.git/hooks/post-checkout'],
  ])('refuses a test patch for %s', async (_what, path) => {
    const [source, context, dir] = [await makeSource(), await makeContext(), join(await makeFolder(), 'new')];
    const patch = `diff --git a/${path} b/${path}\nnew file mode 100755\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
    const instance = makeInstance(source.base, { testPatch: patch });
    const opening = openInstance(portsOf(context), openRequest(source, { instance, withTestPatch: true, dir }));
    await expect(opening).rejects.toThrow(/invalid path/);
    expect(await readdir(join(dir, '..'))).toEqual([]);
  });

  it('uses a second time what was made, and never overwrites uncommitted work', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const request = openRequest(source);
    const { folder } = await openInstance(portsOf(context), request);
    expect(await openInstance(portsOf(context), request)).toMatchObject({ folder, reused: true, dirty: false });
    await appendFile(join(folder, 'src/sum.py'), '# mine\n');
    await writeFile(join(folder, 'new file.txt'), 'mine\n');
    const changed = ['new file.txt', 'src/sum.py'];
    expect(await openInstance(portsOf(context), request)).toEqual({ kind: 'dirty', folder, changed });
    const asItIs = await openInstance(portsOf(context), { ...request, onExisting: 'open' });
    expect(asItIs).toEqual({ kind: 'opened', folder, reused: true, dirty: true, changed, notes: [] });
    const second = await openInstance(portsOf(context), { ...request, onExisting: 'second' });
    expect(second).toMatchObject({ folder: `${folder}-2`, reused: false, dirty: false });
    expect(await readFile(join(folder, 'src/sum.py'), 'utf8')).toContain('# mine');
    expect(await readFile(join(folder, 'new file.txt'), 'utf8')).toBe('mine\n');
  });

  it('counts committed work, a staged file and a deleted file as work', async () => {
    const [source, context] = [await makeSource({ 'old.txt': 'old\n' }), await makeContext()];
    const { folder } = await openInstance(portsOf(context), openRequest(source));
    await commitFiles(folder, { 'mine.txt': 'mine\n' }, 'mine');
    await writeFile(join(folder, 'staged.txt'), 'staged\n');
    git(folder, 'add', 'staged.txt');
    await rm(join(folder, 'old.txt'));
    const again = await openInstance(portsOf(context), openRequest(source));
    expect(again).toMatchObject({
      kind: 'dirty',
      changed: expect.arrayContaining(['mine.txt', 'old.txt', 'staged.txt']),
    });
    expect(git(folder, 'diff', '--cached', '--name-only')).toBe('staged.txt');
  });

  it("leaves a folder alone that isn't ours or is another instance's", async () => {
    const [source, context, dir] = [await makeSource(), await makeContext(), await makeFolder()];
    await writeFile(join(dir, 'letter.txt'), 'dear\n');
    const foreign = openInstance(portsOf(context), openRequest(source, { dir }));
    await expect(foreign).rejects.toThrow(/isn't empty and isn't a workspace/);
    expect(await readdir(dir)).toEqual(['letter.txt']);
    const taken = join(dir, 'taken');
    await openInstance(portsOf(context), openRequest(source, { dir: taken }));
    const other = openRequest(source, { dir: taken, instance: makeInstance(source.base, { id: 'ada__lib-2' }) });
    await expect(openInstance(portsOf(context), other)).rejects.toThrow(/holds ada__lib-1 at .*without the test patch/);
  });

  it("doesn't take a repository's own marker for a tie", async () => {
    const marker = '{"instanceId":"evil"}';
    const source = await makeSource({ '.touchstone-instance.json': marker });
    const [context, dir] = [await makeContext(), await makeFolder()];
    git(dir, 'clone', '--quiet', source.folder, '.');
    expect(await readTie(dir, context)).toBeNull();
    const { folder } = await openInstance(portsOf(context), openRequest(source));
    expect(await readFile(join(folder, '.touchstone-instance.json'), 'utf8')).toBe(marker);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(await readTie(folder, context)).toMatchObject({ instanceId: 'ada__lib-1' });
  });

  it('opens the same instance many times at once into one folder', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const openings = Array.from({ length: 4 }, () => openInstance(portsOf(context), openRequest(source)));
    const results = await Promise.all(openings);
    expect(new Set(results.map((result) => result.folder)).size).toBe(1);
    expect(results.filter((result) => result.kind === 'opened' && !result.reused)).toHaveLength(1);
    expect((await readdir(join(context.cache, 'mirrors'))).filter((name) => name.endsWith('.git'))).toHaveLength(1);
    expect(await leftovers(context.cache)).toEqual([]);
  });

  it('keeps instances and studies apart, under one folder', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const one = await openInstance(portsOf(context), openRequest(source));
    const instance = makeInstance(source.base, { id: '../../../etc/passwd' });
    const two = await openInstance(portsOf(context), openRequest(source, { instance }));
    const three = await openInstance(portsOf(context), openRequest(source, { studyRoot: '/studies/eve/ada' }));
    const folders = [one, two, three].map((result) => result.folder);
    expect(new Set(folders).size).toBe(3);
    for (const folder of folders) expect(folder.startsWith(join(context.cache, 'workspaces'))).toBe(true);
  });

  it('stops when it is told, with nothing left', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const stop = new AbortController();
    const dir = join(await makeFolder(), 'new');
    const onProgress = () => stop.abort();
    const opening = openInstance(portsOf(context), openRequest(source, { dir }), onProgress, stop.signal);
    await expect(opening).rejects.toThrow(/abort/i);
    expect(existsSync(dir)).toBe(false);
    expect(await leftovers(context.cache, join(dir, '..'))).toEqual([]);
  });

  it('mends a workspace whose mirror was thrown away', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const { folder } = await openInstance(portsOf(context), openRequest(source));
    await rm(join(context.cache, 'mirrors'), { recursive: true });
    expect(() => git(folder, 'status')).toThrow();
    expect(await openInstance(portsOf(context), openRequest(source))).toMatchObject({ folder, reused: true });
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('works with a repository of 64-digit commits', async () => {
    const folder = await makeFolder();
    git(folder, 'init', '--quiet', '--object-format=sha256');
    const base = await commitFiles(folder, { a: 'a\n' }, 'first');
    await mkdir(join(folder, 'later'));
    const fix = await commitFiles(folder, { b: 'b\n' }, 'later');
    const context = await makeContext();
    const source = { folder, first: base, base, fix };
    const opened = await openInstance(portsOf(context), openRequest(source));
    expect(git(opened.folder, 'log', '--all', '--format=%H')).toBe(base);
    expect((await stat(join(opened.folder, 'a'))).size).toBe(2);
  });

  it('a link is not taken for a free folder, wherever it leads', async () => {
    const [source, context, parent] = [await makeSource(), await makeContext(), await makeFolder()];
    const elsewhere = await makeFolder();
    for (const [name, target] of [
      ['empty', elsewhere],
      ['dangling', join(parent, 'nowhere')],
    ] as const) {
      const dir = join(parent, name);
      await symlink(target, dir);
      const opening = openInstance(portsOf(context), openRequest(source, { dir }));
      await expect(opening).rejects.toThrow(`${dir} is a link`);
    }
    expect(await readdir(elsewhere)).toEqual([]);
    expect((await readdir(parent)).sort()).toEqual(['dangling', 'empty']);
    const dir = join(parent, 'real');
    await openInstance(portsOf(context), openRequest(source, { dir }));
    await symlink(dir, join(parent, 'to-real'));
    const again = await openInstance(portsOf(context), openRequest(source, { dir: join(parent, 'to-real') }));
    expect(again).toMatchObject({ kind: 'opened', reused: true });
  });

  it('begins with the state that is asked for: part of the work, and found again as it was opened', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const patch =
      'diff --git a/src/sum.py b/src/sum.py\n--- a/src/sum.py\n+++ b/src/sum.py\n@@ -1,2 +1,2 @@\n def sum(a, b):\n-    return a - b\n+    return 5\n';
    const start = { patch, of: 'step 5', name: 'step-5' };
    const made = await openInstance(portsOf(context), openRequest(source, { start }));
    expect(made.folder).toMatch(/ada__lib-1\.step-5$/);
    expect(await readFile(join(made.folder, 'src/sum.py'), 'utf8')).toContain('return 5');
    expect(await diffWorkspace(made.folder, undefined, context)).toContain('+    return 5');
    const again = await openInstance(portsOf(context), openRequest(source, { start }));
    expect(again).toMatchObject({ folder: made.folder, reused: true, dirty: false });
    await appendFile(join(made.folder, 'src/sum.py'), '# mine\n');
    expect(await openInstance(portsOf(context), openRequest(source, { start }))).toMatchObject({ kind: 'dirty' });
    const other = await openInstance(portsOf(context), openRequest(source, { start: { ...start, of: 'other' } }));
    expect(other.folder).toBe(`${made.folder}-2`);
  });

  it('says so where the state does not apply to base, and leaves nothing', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const start = { patch: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', of: 'x', name: 'step-2' };
    const opening = openInstance(portsOf(context), openRequest(source, { start }));
    await expect(opening).rejects.toThrow("The patch of ada__lib-1, step-2, doesn't apply to base");
    expect(await leftovers(context.cache)).toEqual([]);
  });
});
