import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ContainerTerminalRequest, openContainerTerminal } from '../../../src/app/containerTerminal';
import { openInstance } from '../../../src/app/openInstance';
import { gitWorkspaceFiles } from '../../../src/io/git/workspaceFiles';
import { gitWorkspaces } from '../../../src/io/git/workspaces';
import { sha256 } from '../../../src/io/store/sha256';
import { type FakeSessions, fakeSessions } from '../../fakes/fakeSession';
import { git } from '../../fakes/git';
import { makeSource } from '../../fakes/gitSource';
import { makeInstance, openRequest } from '../../fakes/openRequest';
import { makeContext, makeFolder } from '../../fakes/workspaceContext';

const quiet = { onProgress: () => undefined, confirmPull: async () => true };
const image = { image: 'ada/lib:1', recipe: null, namedByData: true };

/** A workspace of a repository, the ports over it, and a testbed that doesn't exist yet. */
const setUp = async () => {
  const [source, context, sessions] = [
    await makeSource({ 'old.txt': 'old\n' }),
    await makeContext(),
    await fakeSessions(),
  ];
  const testPatch = 'diff --git a/t.py b/t.py\nnew file mode 100644\n--- /dev/null\n+++ b/t.py\n@@ -0,0 +1 @@\n+test\n';
  const instance = makeInstance(source.base, { testPatch });
  const opening = openRequest(source, { instance, withTestPatch: true });
  const { folder } = await openInstance({ workspaces: gitWorkspaces(context), sha256 }, opening);
  const cleaned: unknown[] = [];
  const clean = async (options: unknown) => {
    cleaned.push(options);
    return { removed: [], kept: [] };
  };
  const engine = { prepareImage: async () => ({ digest: 'sha256:1' }), clean };
  const ports = { engine, sessions: sessions as FakeSessions, files: gitWorkspaceFiles(context) };
  const testbed = join(await makeFolder(), 'testbed');
  const target = { image, repository: { kind: 'path' as const, path: source.folder }, testbed, env: { LANG: 'C' } };
  const request: ContainerTerminalRequest = { instance, target, folder, columns: 80, rows: 24 };
  return { source, sessions, ports, folder, testbed, request, cleaned };
};

describe('openContainerTerminal', () => {
  it('checks base out where the image brings nothing, and puts the workspace in as it stands, tests included', async () => {
    const { ports, sessions, folder, testbed, request, source } = await setUp();
    await writeFile(join(folder, 'src/sum.py'), 'mine\n');
    await writeFile(join(folder, 'new.bin'), Buffer.from([0, 255, 10]));
    await rm(join(folder, 'old.txt'));
    const { lines, close } = await openContainerTerminal(ports, request, quiet);
    expect(git(testbed, 'rev-parse', 'HEAD')).toBe(source.base);
    expect(git(testbed, 'for-each-ref')).toBe('');
    expect(await readFile(join(testbed, 'src/sum.py'), 'utf8')).toBe('mine\n');
    expect(await readFile(join(testbed, 'new.bin'))).toEqual(Buffer.from([0, 255, 10]));
    expect(await readFile(join(testbed, 't.py'), 'utf8')).toBe('test\n');
    expect(existsSync(join(testbed, 'old.txt'))).toBe(false);
    expect(lines).toEqual([
      'A container of ada/lib:1, without network.',
      `${testbed} is a copy: base ${source.base.slice(0, 12)}, with 4 changed files of the workspace. What is changed here doesn't go back.`,
    ]);
    expect(sessions.opened).toMatchObject([{ image: 'ada/lib:1', env: { LANG: 'C' }, mounts: [] }]);
    expect(sessions.closed).toEqual([]);
    await close();
    expect(sessions.terminals[0]?.closed).toBe(true);
    expect(sessions.closed).toEqual(['session1']);
  });

  it("puts changes over the image's own tree where it brings one", async () => {
    const { ports, folder, testbed, request } = await setUp();
    await mkdir(join(testbed, 'src'), { recursive: true });
    await writeFile(join(testbed, 'src', 'sum.py'), "the image's\n");
    await writeFile(join(testbed, 'built.so'), 'built\n');
    await writeFile(join(folder, 'src/sum.py'), 'mine\n');
    const { lines } = await openContainerTerminal(ports, request, quiet);
    expect(await readFile(join(testbed, 'src/sum.py'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(testbed, 'built.so'))).toBe(true);
    expect(lines[1]).toContain("is a copy: the image's own, with 2 changed files");
  });

  it('removes containers of windows that are gone before it makes one', async () => {
    const { ports, request, cleaned } = await setUp();
    await openContainerTerminal(ports, { ...request, folder: null }, quiet);
    expect(cleaned).toEqual([{ dryRun: false, sparesResumable: true }]);
  });

  it('runs in the image as it was built, which is named after what went into it', async () => {
    const { ports, sessions, request } = await setUp();
    const prepareImage = async () => ({ digest: 'sha256:1', reference: 'ada/lib:0123456789abcdef' });
    const { lines } = await openContainerTerminal(
      { ...ports, engine: { ...ports.engine, prepareImage } },
      request,
      quiet,
    );
    expect(sessions.opened).toMatchObject([{ image: 'ada/lib:0123456789abcdef' }]);
    expect(lines[0]).toBe('A container of ada/lib:0123456789abcdef, without network.');
  });

  it('says what is missing, and leaves no container', async () => {
    const { ports, sessions, request } = await setUp();
    const without = { ...request, folder: null, target: { ...request.target, repository: null } };
    await expect(openContainerTerminal(ports, without, quiet)).rejects.toThrow(
      /has nothing at .* touchstone.repositories/,
    );
    expect(sessions.closed).toEqual(['session1']);
    const noImage = { ...request, target: { ...request.target, image: null } };
    await expect(openContainerTerminal(ports, noImage, quiet)).rejects.toThrow(/name one by touchstone.images/);
    expect(sessions.opened).toHaveLength(1);
  });

  it('leaves no container where it is cancelled', async () => {
    const { ports, sessions, request } = await setUp();
    const stop = new AbortController();
    const onProgress = (text: string) => void (text.startsWith('Copying') && stop.abort(new Error('Cancelled')));
    const opening = openContainerTerminal(ports, request, { ...quiet, onProgress }, stop.signal);
    await expect(opening).rejects.toThrow();
    expect(sessions.closed).toEqual(['session1']);
  });
});
