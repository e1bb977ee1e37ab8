import { describe, expect, it } from 'vitest';
import { isCommit, isFolderName, isRepoName } from '../../../../src/core/dataset/validity';

describe('validity', () => {
  it.each(['vuejs/core', 'NodeBB/NodeBB', 'a/.github', 'x1/y_z-1.2'])('takes %j as owner/name', (repo) => {
    expect(isRepoName(repo)).toBe(true);
  });

  it.each(['', 'a', 'a/', '/b', 'a/b/c', '../b', 'a/..', 'a/.', '-a/b', 'a/-b', 'a b/c', 'a/b\n', 'git@x:a/b'])(
    'refuses %j as owner/name',
    (repo) => {
      expect(isRepoName(repo)).toBe(false);
    },
  );

  it('takes 40 or 64 hex digits as a commit and nothing else', () => {
    expect([isCommit('a'.repeat(40)), isCommit('F'.repeat(64))]).toEqual([true, true]);
    expect([isCommit('a'.repeat(39)), isCommit('g'.repeat(40)), isCommit(`${'a'.repeat(40)}\n`)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each(['.', '..', '', 'a/b', 'a\\b', 'a:b', 'a\u0000', 'x'.repeat(201)])('refuses %j as a folder name', (id) => {
    expect(isFolderName(id)).toBe(false);
  });

  it('takes ids of the benchmarks as folder names', () => {
    expect(isFolderName('django__django-11276')).toBe(true);
    expect(isFolderName('zażółć 1')).toBe(true);
  });
});
