import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScrub, scrubHistory } from '../../../../src/app/run/scrubHistory';
import { sessionSpec } from '../../../container/sessions';
import { fakeSessions } from '../../../fakes/fakeSession';
import { throwAway } from '../../../fakes/throwAway';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
const gitIn =
  (folder: string) =>
  (...args: readonly string[]) =>
    execFileSync('git', [...identity, '-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();

/** A testbed at base whose repository knows the future in every place that git has for it. */
const testbedWithFuture = async () => {
  const folder = await throwAway('touchstone-scrub-');
  const testbed = join(folder, 'testbed');
  await mkdir(testbed);
  const git = gitIn(testbed);
  const write = (text: string) => writeFile(join(testbed, 'a.txt'), text);
  git('init', '-q', '-b', 'main');
  await write('one\n');
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('tag', '-a', 'v1', '-m', 'v1');
  await write('two\n');
  git('commit', '-qam', 'base');
  const base = git('rev-parse', 'HEAD');
  await write('the fix\n');
  git('commit', '-qam', 'fix');
  git('tag', 'v2');
  git('branch', 'later');
  await write('in the stash\n');
  git('stash', '-q');
  git('worktree', 'add', '-q', join(folder, 'beside'), 'later');
  git('fetch', '-q', '.', 'later');
  git('checkout', '-q', '--detach', base);
  git('branch', '-qD', 'main');
  await writeFile(join(testbed, 'new.txt'), 'staged\n');
  git('add', 'new.txt');
  return { folder, testbed, base, git };
};

const scrub = async (folder: string, testbed: string, base: string) => {
  const session = await (await fakeSessions()).openSession(sessionSpec());
  return scrubHistory(session, { notes: folder, testbed, base, isContained: false });
};

describe('a testbed whose repository knows the future', () => {
  it('holds no object, ref, log or file beyond base any more, and says what there was', async () => {
    const { folder, testbed, base, git } = await testbedWithFuture();
    await writeFile(join(testbed, '.git', '..fix.pack'), 'what no pattern of usual names meets');
    const said = await scrub(folder, testbed, base);
    expect(await readdir(join(testbed, '.git'))).not.toContain('..fix.pack');
    const all = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n').sort();
    const own = git('rev-list', '--objects', 'HEAD', 'v1')
      .split('\n')
      .map((line) => line.slice(0, 40))
      .sort();
    expect(all).toEqual(own);
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/tags/v1');
    expect(git('log', '--all', '--format=%s').split('\n').sort()).toEqual(['base', 'one']);
    expect(git('stash', 'list')).toBe('');
    expect(git('reflog', 'show', '--format=%s', '--all')).not.toMatch(/fix|WIP|stash/);
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(said?.removedObjects['commit']).toBeGreaterThanOrEqual(3);
    expect(said?.removed).toEqual(
      expect.arrayContaining(['branch: 1', 'stash: 1', 'tag: 1', 'FETCH_HEAD', 'worktrees', 'reflogs']),
    );
    expect(said).toMatchObject({ ownCommits: 0, keptObjects: own.length });
  });

  it('stays as it is in its files, HEAD and the time of its commits', async () => {
    const { folder, testbed, base, git } = await testbedWithFuture();
    const time = git('log', '-1', '--format=%cI %aI');
    await scrub(folder, testbed, base);
    expect(git('rev-parse', 'HEAD')).toBe(base);
    expect(git('log', '-1', '--format=%cI %aI')).toBe(time);
    expect(await readFile(join(testbed, 'a.txt'), 'utf8')).toBe('two\n');
    expect(git('status', '--porcelain')).toBe('?? new.txt');
    expect(git('fsck', '--full')).toBe('');
  });

  it('is refused where it stands somewhere else than at base', async () => {
    const { folder, testbed, git } = await testbedWithFuture();
    const first = git('rev-parse', 'v1^{commit}');
    git('checkout', '-qf', 'v2');
    await expect(scrub(folder, testbed, first)).rejects.toThrow(/HEAD is 2 commits away from base/);
  });

  it('may have one commit of the image’s own on base', async () => {
    const { folder, testbed, base, git } = await testbedWithFuture();
    git('commit', '-qm', 'made by the image');
    expect(await scrub(folder, testbed, base)).toMatchObject({ ownCommits: 1 });
    expect(git('log', '--all', '--format=%s').split('\n').sort()).toEqual(['base', 'made by the image', 'one']);
  });

  it('is refused where its repository can’t be read', async () => {
    const { folder, testbed, base } = await testbedWithFuture();
    await writeFile(join(testbed, '.git', 'HEAD'), 'nonsense');
    await expect(scrub(folder, testbed, base)).rejects.toThrow(/can't be taken out/);
  });

  it('is nothing to do where there is no repository', async () => {
    const folder = await throwAway('touchstone-scrub-');
    await mkdir(join(folder, 'testbed'));
    expect(await scrub(folder, join(folder, 'testbed'), 'none')).toBeNull();
  });
});

describe('what the script says', () => {
  it('is read or refused, whatever a sandbox prints in its place', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const read = readScrub(text, '/testbed');
          expect(read === null || Number.isInteger(read.keptObjects)).toBe(true);
        } catch (error) {
          expect((error as Error).message).toContain('Nothing is run there.');
        }
      }),
    );
  });
});
