import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openInstance } from '../../../../src/app/openInstance';
import { EnvironmentFault, InputFault } from '../../../../src/core/shared/problem';
import { exportBase } from '../../../../src/io/git/exportBase';
import { gitFault } from '../../../../src/io/git/gitFault';
import { type GitContext, mirrorWith } from '../../../../src/io/git/mirror';
import { type GitCall, type RunGit, runGit } from '../../../../src/io/git/runGit';
import { gitWorkspaces } from '../../../../src/io/git/workspaces';
import { sha256 } from '../../../../src/io/store/sha256';
import { commitFiles, git } from '../../../fakes/git';
import { makeSource } from '../../../fakes/gitSource';
import { makeInstance, openRequest } from '../../../fakes/openRequest';
import { makeContext, makeFolder } from '../../../fakes/workspaceContext';

const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !/^trust$/.test(entry.parentPath.split('/').at(-1) ?? ''))
    .map((entry) => entry.name);
};

/** git that fails as on a full disk at the command of that name. */
const fullAt =
  (command: string): RunGit =>
  async (call: GitCall) => {
    if (!call.args.includes(command)) return runGit(call);
    const stderr = 'fatal: unable to write loose object file: No space left on device\n';
    return { code: 128, stdout: new Uint8Array(), stderr };
  };

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

afterEach(() => vi.unstubAllEnvs());

describe('opening an instance in a bad world', () => {
  it('names repository, commit and fix where the commit is missing, and leaves no half-made folder', async () => {
    const [source, context, dir] = [await makeSource(), await makeContext(), join(await makeFolder(), 'new')];
    const missing = 'd'.repeat(40);
    const request = openRequest(source, { instance: makeInstance(missing), dir });
    const error = await rejection(openInstance({ workspaces: gitWorkspaces(context), sha256 }, request));
    expect(error).toBeInstanceOf(InputFault);
    for (const part of [source.folder, missing, 'clone or bundle']) expect((error as Error).message).toContain(part);
    expect(existsSync(dir)).toBe(false);
  });

  it('fetches again where the commit came later, and a commit that is on no branch', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const from = { kind: 'path', path: source.folder } as const;
    const mirror = await mirrorWith({ source: from, commit: source.base }, context);
    const later = await commitFiles(source.folder, { 'later.txt': 'x\n' }, 'later');
    expect(await mirrorWith({ source: from, commit: later }, context)).toBe(mirror);
    const alone = await commitFiles(source.folder, { 'alone.txt': 'x\n' }, 'rebased away');
    git(source.folder, 'reset', '--quiet', '--hard', later);
    expect(await mirrorWith({ source: from, commit: alone }, context)).toBe(mirror);
    expect(git(mirror, 'for-each-ref', '--format=%(refname)')).toContain(`refs/touchstone/${alone}`);
  });

  it("fetches once: a mirror that holds the commit doesn't need its source", async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const from = { kind: 'path', path: source.folder } as const;
    await mirrorWith({ source: from, commit: source.base }, context);
    await rm(source.folder, { recursive: true });
    await expect(mirrorWith({ source: from, commit: source.fix }, context)).resolves.toContain('.git');
  });

  it('refuses a shallow clone, whose history ends in the air', async () => {
    const [source, context, folder] = [await makeSource(), await makeContext(), await makeFolder()];
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${source.folder}`, 'shallow');
    const path = join(folder, 'shallow');
    git(path, 'checkout', '--quiet', '--detach');
    git(path, 'branch', '--quiet', '-D', 'main');
    const twice = () => rejection(mirrorWith({ source: { kind: 'path', path }, commit: source.fix }, context));
    for (const error of [await twice(), await twice()]) {
      expect(error).toBeInstanceOf(InputFault);
      expect((error as Error).message).toContain('--unshallow');
    }
    expect(await filesBelow(context.cache)).toEqual([]);
  });

  it('refuses a bundle that needs commits from elsewhere', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    const path = join(source.folder, 'part.bundle');
    git(source.folder, 'bundle', 'create', '--quiet', path, `${source.base}..main`);
    const error = await rejection(mirrorWith({ source: { kind: 'bundle', path }, commit: source.fix }, context));
    expect(error).toBeInstanceOf(InputFault);
    expect((error as Error).message).toMatch(/prerequisite/);
    expect(await filesBelow(context.cache)).toEqual([]);
  });

  it.each([
    ['a folder without a repository', async () => makeFolder()],
    ['a folder that is not there', async () => join(await makeFolder(), 'absent')],
  ])('says that there is no repository in %s', async (_what, folder) => {
    const context = await makeContext();
    const path = await folder();
    const error = await rejection(mirrorWith({ source: { kind: 'path', path }, commit: 'a'.repeat(40) }, context));
    expect(error).toBeInstanceOf(InputFault);
    expect((error as Error).message).toContain(path);
    expect(await filesBelow(context.cache)).toEqual([]);
  });

  it('says that git is missing', async () => {
    const [source, context] = [await makeSource(), await makeContext()];
    vi.stubEnv('PATH', await makeFolder());
    const error = await rejection(
      mirrorWith({ source: { kind: 'path', path: source.folder }, commit: source.base }, context),
    );
    expect(error).toBeInstanceOf(EnvironmentFault);
    expect(error).toMatchObject({ what: 'git', message: expect.stringContaining('Install git') });
    expect(await filesBelow(context.cache)).toEqual([]);
  });

  it('says that there is no network', async () => {
    const context = await makeContext();
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, '');
    const source = { kind: 'url', url: 'https://localhost:9/ada/lib.git' } as const;
    const error = await rejection(mirrorWith({ source, commit: 'a'.repeat(40) }, context));
    expect(error).toMatchObject({
      what: 'network',
      message: expect.stringContaining('https://localhost:9/ada/lib.git'),
    });
    expect(await filesBelow(context.cache)).toEqual([]);
  });

  it.each(['fetch', 'read-tree', 'apply'])('says that the disk is full at %s, with nothing left', async (command) => {
    const source = await makeSource();
    const context: GitContext = { ...(await makeContext()), run: fullAt(command) };
    const dir = join(await makeFolder(), 'new');
    const testPatch = 'diff --git a/t b/t\nnew file mode 100644\n--- /dev/null\n+++ b/t\n@@ -0,0 +1 @@\n+x\n';
    const instance = makeInstance(source.base, { testPatch });
    const request = openRequest(source, { instance, dir, withTestPatch: true });
    const error = await rejection(openInstance({ workspaces: gitWorkspaces(context), sha256 }, request));
    expect(error).toMatchObject({ what: 'disk', message: expect.stringContaining('TOUCHSTONE_CACHE') });
    expect(await readdir(join(dir, '..'))).toEqual([]);
    expect((await filesBelow(context.cache)).filter((name) => /json$|lock$/.test(name))).toEqual([]);
  });

  it('leaves no half-written bundle where the disk is full', async () => {
    const source = await makeSource();
    const context: GitContext = { ...(await makeContext()), run: fullAt('bundle') };
    const error = await rejection(exportBase({ kind: 'path', path: source.folder }, source.base, undefined, context));
    expect(error).toMatchObject({ what: 'disk' });
    expect((await filesBelow(context.cache)).filter((name) => name.includes('bundle'))).toEqual([]);
  });

  it('never repeats a password that git says', () => {
    const stderr = "fatal: unable to access 'https://ada:secret@example.org/x/': Could not resolve host: example.org\n";
    const error = gitFault({ kind: 'failed', stderr, code: 128, doing: 'fetching' });
    expect(error).toMatchObject({ what: 'network' });
    expect(error.message).not.toContain('secret');
  });

  it('tells refused access from a missing network', () => {
    const of = (stderr: string) => gitFault({ kind: 'failed', stderr, code: 128, doing: 'fetching' });
    expect(of("fatal: could not read Username for 'https://example.org': terminal prompts disabled")).toBeInstanceOf(
      InputFault,
    );
    expect(
      of('git@example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.'),
    ).toBeInstanceOf(InputFault);
    expect(of('fatal: something else')).toMatchObject({ what: 'git' });
  });
});

const systemTool = (name: string): string => join('/bin', name);

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)('on a disk that is really full (needs leave to mount)', () => {
  it('says so, and leaves nothing in the folder', async () => {
    const big = { 'a.bin': new Uint8Array(700_000).fill(65), 'b.bin': new Uint8Array(700_000).fill(66) };
    const [source, context, small] = [await makeSource(big), await makeContext(), await makeFolder()];
    execFileSync(systemTool('mount'), ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
    try {
      const request = openRequest(source, { dir: join(small, 'new') });
      const error = await rejection(openInstance({ workspaces: gitWorkspaces(context), sha256 }, request));
      expect(error).toMatchObject({ what: 'disk' });
      expect(await readdir(small)).toEqual([]);
    } finally {
      execFileSync(systemTool('umount'), [small]);
    }
  });
});
