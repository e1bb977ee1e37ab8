import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImageWorkspaceRequest, openImageWorkspace } from '../../../src/app/imageWorkspace';
import { InputFault } from '../../../src/core/shared/problem';
import { gitImageWorkspaces } from '../../../src/io/git/imageWorkspaces';
import { diffWorkspace } from '../../../src/io/git/workspaceDiff';
import { gitWorkspaces } from '../../../src/io/git/workspaces';
import { sha256 } from '../../../src/io/store/sha256';
import { type FakeSessions, fakeSessions } from '../../fakes/fakeSession';
import { commitFiles, git } from '../../fakes/git';
import { type GitSource, makeSource } from '../../fakes/gitSource';
import { makeInstance } from '../../fakes/openRequest';
import { makeContext, makeFolder } from '../../fakes/workspaceContext';

const makePorts = async (sessions: FakeSessions) => {
  const context = await makeContext();
  return {
    context,
    engine: { prepareImage: async () => ({ digest: 'sha256:1' }) },
    sessions,
    workspaces: gitWorkspaces(context),
    trees: gitImageWorkspaces(context),
    sha256,
  };
};

const requestOf = (source: GitSource, more: Partial<ImageWorkspaceRequest> = {}): ImageWorkspaceRequest => ({
  instance: makeInstance(source.base),
  image: { image: 'ada/lib:1', recipe: null, namedByData: true },
  testbed: source.folder,
  history: 'scrub',
  studyRoot: '/studies/ada',
  datasetPath: '/studies/ada/rows.jsonl',
  withTestPatch: false,
  onExisting: 'tell',
  ...more,
});

const quiet = { onProgress: () => undefined, confirmPull: async () => true };

describe('opening an instance out of its image', () => {
  it("makes one commit of ours of the image's files, warns of later commits, and leaves no container", async () => {
    const [source, sessions] = [await makeSource(), await fakeSessions()];
    git(source.folder, 'checkout', '--quiet', '--detach', source.base);
    const ports = await makePorts(sessions);
    const result = await openImageWorkspace(ports, requestOf(source), quiet);
    if (result.kind !== 'opened') throw new Error(result.kind);
    expect(git(result.folder, 'log', '--all', '--format=%s', 'HEAD')).toBe('base');
    expect(git(result.folder, 'status', '--porcelain')).toBe('');
    expect(await readFile(join(result.folder, 'src/sum.py'), 'utf8')).toContain('a - b');
    expect(result.notes.join()).toMatch(/holds commits that aren't base's own history \(1: "refs\/heads\/main"/);
    expect(sessions.opened).toMatchObject([{ image: 'ada/lib:1', mounts: [], env: {} }]);
    expect(sessions.closed).toEqual(['session1']);
  });

  it('takes the files out of the image as it was built', async () => {
    const [source, sessions] = [await makeSource(), await fakeSessions()];
    const prepareImage = async () => ({ digest: 'sha256:1', reference: 'ada/lib:0123456789abcdef' });
    const ports = { ...(await makePorts(sessions)), engine: { prepareImage } };
    await openImageWorkspace(ports, requestOf(source), quiet);
    expect(sessions.opened).toMatchObject([{ image: 'ada/lib:0123456789abcdef' }]);
  });

  it('keeps the ancestry of base where it is asked for, and nothing later', async () => {
    const [source, sessions] = [await makeSource(), await fakeSessions()];
    const ports = await makePorts(sessions);
    const result = await openImageWorkspace(ports, requestOf(source, { history: 'keep' }), quiet);
    if (result.kind !== 'opened') throw new Error(result.kind);
    expect(git(result.folder, 'rev-parse', 'HEAD')).toBe(source.base);
    expect(git(result.folder, 'log', '--all', '--format=%s', 'HEAD').split('\n')).toEqual(['base', 'first']);
    expect(() => git(result.folder, 'cat-file', '-e', source.fix)).toThrow();
    expect(await readFile(join(result.folder, 'src/sum.py'), 'utf8')).toContain('a - b');
    expect(result.notes.join()).toContain('HEAD is 1 after it');
  });

  it('finds it again without any engine, and tells of uncommitted work', async () => {
    const [source, sessions] = [await makeSource(), await fakeSessions()];
    const ports = await makePorts(sessions);
    const first = await openImageWorkspace(ports, requestOf(source), quiet);
    const again = await openImageWorkspace(ports, requestOf(source), quiet);
    expect(again).toMatchObject({ kind: 'opened', folder: first.folder, reused: true, dirty: false });
    await writeFile(join(first.folder, 'mine.py'), 'mine\n');
    expect(await openImageWorkspace(ports, requestOf(source), quiet)).toEqual({
      kind: 'dirty',
      folder: first.folder,
      changed: ['mine.py'],
    });
    expect(sessions.opened).toHaveLength(1);
    const kept = await openImageWorkspace(ports, requestOf(source, { history: 'keep' }), quiet);
    expect(kept.folder).not.toBe(first.folder);
  });

  it('applies the test patch, which belongs to no diff of the work', async () => {
    const [source, sessions] = [await makeSource(), await fakeSessions()];
    const testPatch =
      'diff --git a/t.py b/t.py\nnew file mode 100644\n--- /dev/null\n+++ b/t.py\n@@ -0,0 +1 @@\n+test\n';
    const instance = makeInstance(source.base, { testPatch });
    const ports = await makePorts(sessions);
    const request = requestOf(source, { instance, withTestPatch: true });
    const { folder } = await openImageWorkspace(ports, request, quiet);
    expect(existsSync(join(folder, 't.py'))).toBe(true);
    expect(await diffWorkspace(folder, undefined, ports.context)).toBe('');
    expect(await diffWorkspace(folder, undefined, ports.context, { withTests: true })).toContain('+test');
  });

  it('takes files alone where there is no repository, and says how to go on where history is asked for', async () => {
    const sessions = await fakeSessions();
    const source = { ...(await makeSource()), folder: await makeFolder() };
    await mkdir(join(source.folder, 'src'));
    await writeFile(join(source.folder, 'src', 'sum.py'), 'a - b\n');
    const ports = await makePorts(sessions);
    const result = await openImageWorkspace(ports, requestOf(source), quiet);
    expect(git(result.folder, 'ls-files')).toBe('src/sum.py');
    const keeping = openImageWorkspace(ports, requestOf(source, { history: 'keep' }), quiet);
    await expect(keeping).rejects.toThrow(/no git repository at .* scrubbed history/);
  });

  it.each([
    ['no image', { image: null }, /names no image; name one by touchstone.images/],
    ['no test patch', { withTestPatch: true }, /has no test_patch/],
    ['no base commit', { instance: makeInstance('abc'), history: 'keep' as const }, /no whole base_commit/],
  ])('says what is missing: %s', async (_what, more, words) => {
    const [source, sessions] = [await makeSource(), await fakeSessions()];
    const opening = openImageWorkspace(await makePorts(sessions), requestOf(source, more), quiet);
    await expect(opening).rejects.toThrow(words);
    await expect(opening).rejects.toBeInstanceOf(InputFault);
    expect(sessions.opened).toEqual([]);
  });

  it('leaves no folder and no container where it is cancelled', async () => {
    const [source, sessions, parent] = [await makeSource(), await fakeSessions(), await makeFolder()];
    const stop = new AbortController();
    sessions.onDownload = () => stop.abort(new Error('Cancelled'));
    const request = requestOf(source, { dir: join(parent, 'there') });
    await expect(openImageWorkspace(await makePorts(sessions), request, quiet, stop.signal)).rejects.toThrow(
      'Cancelled',
    );
    expect(await readdir(parent)).toEqual([]);
    expect(sessions.closed).toEqual(['session1']);
  });

  it('keeps no history of a shallow clone', async () => {
    const [source, sessions, parent] = [await makeSource(), await fakeSessions(), await makeFolder()];
    const shallow = join(parent, 'shallow');
    git(source.folder, 'checkout', '--quiet', '-b', 'base', source.base);
    await commitFiles(source.folder, { 'more.txt': 'more\n' }, 'more');
    git(parent, 'clone', '--quiet', '--depth', '1', `file://${source.folder}`, shallow);
    const instance = makeInstance(git(shallow, 'rev-parse', 'HEAD'));
    const request = requestOf({ ...source, folder: shallow }, { instance, history: 'keep' });
    await expect(openImageWorkspace(await makePorts(sessions), request, quiet)).rejects.toThrow(/shallow clone/);
  });
});
