import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInstance } from '../../../../src/app/openInstance';
import { diffWorkspace } from '../../../../src/io/git/workspaceDiff';
import { gitWorkspaces } from '../../../../src/io/git/workspaces';
import { sha256 } from '../../../../src/io/store/sha256';
import { git } from '../../../fakes/git';
import { makeSource } from '../../../fakes/gitSource';
import { makeInstance, openRequest } from '../../../fakes/openRequest';
import { makeContext, makeFolder } from '../../../fakes/workspaceContext';

const latin1 = new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]);

const open = async (files: Readonly<Record<string, string | Uint8Array>>, testPatch: string | null = null) => {
  const [source, context] = [await makeSource(files), await makeContext()];
  const instance = makeInstance(source.base, { testPatch });
  const request = openRequest(source, { instance, withTestPatch: testPatch !== null });
  const { folder } = await openInstance({ workspaces: gitWorkspaces(context), sha256 }, request);
  return { source, context, folder };
};

/** What a fresh checkout of base looks like with the patch applied: modes, ids and paths. */
const treeWith = async (opened: Awaited<ReturnType<typeof open>>, patch: string): Promise<string> => {
  const fresh = join(await makeFolder(), 'fresh');
  git(opened.source.folder, 'clone', '--quiet', '--no-checkout', opened.source.folder, fresh);
  git(fresh, 'checkout', '--quiet', '--detach', opened.source.base);
  const file = join(await makeFolder(), 'patch');
  await writeFile(file, patch);
  git(fresh, 'apply', '--index', '--whitespace=nowarn', file);
  return git(fresh, 'ls-files', '--stage');
};

const treeOf = (folder: string): string => {
  git(folder, 'add', '--all');
  return git(folder, 'ls-files', '--stage');
};

describe('diffWorkspace', () => {
  it('is empty where nothing changed', async () => {
    const { folder, context } = await open({});
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
  });

  it('gives every change as a patch that git applies to base byte for byte', async () => {
    const opened = await open({
      'gone.txt': 'x\n',
      'moved.txt': 'a line\n'.repeat(20),
      'crlf.txt': 'one\r\ntwo\r\n',
      'latin1.txt': latin1,
      'picture.bin': new Uint8Array([0, 1, 2, 255]),
      'run.sh': '#!/bin/sh\n',
      '.gitignore': '*.log\n',
      'latin [1]*?.txt': latin1,
    });
    const { folder, context } = opened;
    const at = (name: string) => join(folder, name);
    await rm(at('gone.txt'));
    await rename(at('moved.txt'), at('geänderter Name "x".txt'));
    await appendFile(at('crlf.txt'), 'three\r\nno end');
    for (const name of ['latin1.txt', 'latin [1]*?.txt']) await appendFile(at(name), latin1);
    await writeFile(at('picture.bin'), new Uint8Array([0, 9, 255, 254, 10]));
    await chmod(at('run.sh'), 0o755);
    await mkdir(at('new folder'));
    await writeFile(at('new folder/ñ.py'), '\ufeffprint(1)\n');
    await writeFile(at('src/sum.py'), 'def sum(a, b):\n    return a + b');
    await writeFile(at('committed.txt'), 'x\n');
    git(folder, 'add', 'committed.txt');
    git(folder, 'commit', '--quiet', '-m', 'committed work counts too');
    await writeFile(at('after.txt'), '\ufeffafter\n');
    await writeFile(at('noise.log'), 'ignored\n');
    const patch = await diffWorkspace(folder, undefined, context);
    expect(patch).not.toContain('.touchstone-instance.json');
    expect(patch).not.toContain('noise.log');
    expect(patch).toContain('+three\r\n+no end\n\\ No newline at end of file');
    expect(patch).not.toContain('\ufffd');
    expect(await treeWith(opened, patch)).toBe(treeOf(folder));
  });

  it("leaves the person's index and repository as they are", async () => {
    const { folder, context } = await open({});
    await writeFile(join(folder, 'new.txt'), 'x\n');
    const before = await readFile(join(folder, '.git/index'));
    expect(await diffWorkspace(folder, undefined, context)).toContain('new.txt');
    expect(await readFile(join(folder, '.git/index'))).toEqual(before);
    expect(git(folder, 'status', '--porcelain')).toBe('?? new.txt');
    expect(git(folder, 'count-objects')).toBe('0 objects, 0 kilobytes');
  });

  it("leaves out the test patch's files, changed since or not", async () => {
    const testPatch =
      'diff --git a/t.py b/t.py\nnew file mode 100644\n--- /dev/null\n+++ b/t.py\n@@ -0,0 +1 @@\n+test\n' +
      'diff --git a/old.py b/old.py\n--- a/old.py\n+++ b/old.py\n@@ -1 +1 @@\n-old\n+new\n';
    const { folder, context } = await open({ 'old.py': 'old\n' }, testPatch);
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
    await appendFile(join(folder, 't.py'), 'more\n');
    await writeFile(join(folder, 'mine.py'), 'mine\n');
    const patch = await diffWorkspace(folder, undefined, context);
    expect(patch.match(/^diff --git .*$/gm)).toEqual(['diff --git a/mine.py b/mine.py']);
  });

  it('refuses a folder that was not opened', async () => {
    await expect(diffWorkspace(await makeFolder(), undefined, await makeContext())).rejects.toThrow(/open it with/);
  });
});
