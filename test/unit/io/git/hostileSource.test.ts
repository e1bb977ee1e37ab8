import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInstance } from '../../../../src/app/openInstance';
import { gitBaseFiles } from '../../../../src/io/git/baseFiles';
import { exportBase } from '../../../../src/io/git/exportBase';
import { gitEnvironment } from '../../../../src/io/git/runGit';
import { diffWorkspace } from '../../../../src/io/git/workspaceDiff';
import { gitWorkspaces } from '../../../../src/io/git/workspaces';
import { sha256 } from '../../../../src/io/store/sha256';
import { commitFiles, git } from '../../../fakes/git';
import { makeSource } from '../../../fakes/gitSource';
import { openRequest } from '../../../fakes/openRequest';
import { makeContext, makeFolder } from '../../../fakes/workspaceContext';

/** A program that leaves a trace where anyone runs it. */
const makeTrap = async (): Promise<{ readonly program: string; readonly trace: string }> => {
  const folder = await makeFolder();
  const [program, trace] = [join(folder, 'trap.sh'), join(folder, 'was-run')];
  await writeFile(program, `#!/bin/sh\necho "$0 $@" >> '${trace}'\ncat\n`);
  await chmod(program, 0o755);
  return { program, trace };
};

const hooks = ['post-checkout', 'pre-commit', 'reference-transaction', 'post-index-change', 'fsmonitor-watchman'];

/** Plants every way that a repository's own folder has of running something. */
const plant = async (gitDir: string, path: string): Promise<void> => {
  const program = `'${path}'`;
  await mkdir(join(gitDir, 'hooks'), { recursive: true });
  for (const hook of hooks) {
    await writeFile(join(gitDir, 'hooks', hook), `#!/bin/sh\n${program} ${hook}\n`);
    await chmod(join(gitDir, 'hooks', hook), 0o755);
  }
  const settings = {
    'core.fsmonitor': program,
    'core.sshCommand': program,
    'core.pager': program,
    'core.alternateRefsCommand': program,
    'diff.external': program,
    'uploadpack.packObjectsHook': program,
    'filter.trap.smudge': program,
    'filter.trap.clean': program,
    'filter.trap.process': program,
    'filter.trap.required': 'true',
    'filter.lfs.smudge': program,
    'diff.trap.textconv': program,
    'diff.trap.command': program,
    'merge.trap.driver': program,
  };
  for (const [key, value] of Object.entries(settings)) git(gitDir, 'config', '-f', join(gitDir, 'config'), key, value);
};

const attributes = '*.py filter=trap diff=trap merge=trap\n*.bin filter=lfs\n';

describe('a hostile repository', () => {
  it('runs nothing when it is mirrored, opened, read or diffed', async () => {
    const trap = await makeTrap();
    const source = await makeSource({ '.gitattributes': attributes, 'a.bin': 'pointer\n' });
    await plant(join(source.folder, '.git'), trap.program);
    const context = await makeContext();
    const from = { kind: 'path', path: source.folder } as const;
    const { folder } = await openInstance({ workspaces: gitWorkspaces(context), sha256 }, openRequest(source));
    await exportBase(from, source.base, undefined, context);
    await gitBaseFiles(context).read(from, source.base, 'src/sum.py');
    await writeFile(join(folder, 'src/sum.py'), 'changed\n');
    expect(await diffWorkspace(folder, undefined, context)).toContain('+changed');
    expect(existsSync(trap.trace)).toBe(false);
    expect(existsSync(join(folder, '.git', 'hooks'))).toBe(false);
  });

  it("runs nothing that was planted in an opened workspace's own .git", async () => {
    const trap = await makeTrap();
    const [source, context] = [await makeSource({ '.gitattributes': attributes }), await makeContext()];
    const ports = { workspaces: gitWorkspaces(context), sha256 };
    const { folder } = await openInstance(ports, openRequest(source));
    await plant(join(folder, '.git'), trap.program);
    await writeFile(join(folder, 'src/sum.py'), 'changed\n');
    expect(await openInstance(ports, openRequest(source))).toMatchObject({ kind: 'dirty', changed: ['src/sum.py'] });
    expect(await diffWorkspace(folder, undefined, context)).toContain('+changed');
    expect(existsSync(trap.trace)).toBe(false);
    git(folder, 'status');
    expect(existsSync(trap.trace)).toBe(true);
  });

  it('has no submodule fetched and no link followed', async () => {
    const [inner, source] = [await makeSource(), await makeSource()];
    const outside = join(await makeFolder(), 'outside.txt');
    await writeFile(outside, 'secret\n');
    git(source.folder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', '--', inner.folder, 'inner');
    await symlink(outside, join(source.folder, 'link.txt'));
    const base = await commitFiles(source.folder, {}, 'with a submodule');
    const context = await makeContext();
    const request = openRequest({ ...source, base });
    const { folder } = await openInstance({ workspaces: gitWorkspaces(context), sha256 }, request);
    expect(existsSync(join(folder, 'inner', 'src'))).toBe(false);
    expect((await lstat(join(folder, 'link.txt'))).isSymbolicLink()).toBe(true);
    const files = gitBaseFiles(context);
    const link = await files.read(request.source, base, 'link.txt');
    expect(new TextDecoder().decode(link ?? undefined)).toBe(outside);
    expect(await files.read(request.source, base, 'inner')).toBeNull();
    expect(await readFile(outside, 'utf8')).toBe('secret\n');
    expect(await diffWorkspace(folder, undefined, context)).toBe('');
  });

  it('is given an environment by allow-list', () => {
    const env = gitEnvironment({
      PATH: '/bin',
      SSH_AUTH_SOCK: '/agent',
      HTTPS_PROXY: 'http://proxy',
      GIT_DIR: '/elsewhere',
      GIT_CONFIG_COUNT: '1',
      GIT_EXTERNAL_DIFF: 'trap',
      GIT_ALLOW_PROTOCOL: 'ext',
      ANTHROPIC_API_KEY: 'secret',
    });
    expect(env).toMatchObject({ PATH: '/bin', SSH_AUTH_SOCK: '/agent', HTTPS_PROXY: 'http://proxy' });
    expect(env).toMatchObject({ GIT_ALLOW_PROTOCOL: 'https:ssh:file', GIT_TERMINAL_PROMPT: '0' });
    for (const name of ['GIT_DIR', 'GIT_CONFIG_COUNT', 'GIT_EXTERNAL_DIFF', 'ANTHROPIC_API_KEY'])
      expect(env).not.toHaveProperty(name);
  });
});
