import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearedTree, leavesTree } from '../../../../src/io/git/treeFiles';
import { makeFolder } from '../../../fakes/workspaceContext';

const fill = async (...paths: readonly string[]): Promise<string> => {
  const folder = await makeFolder();
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
  return folder;
};

describe('clearedTree', () => {
  it.each(['.git', '.GIT', '.Git ', '.git.', 'git~1', '.g\u200cit'])(
    'removes %j, as folder and as file',
    async (name) => {
      const folder = await fill(`a/${name}/config`, `b/c/${name}`, 'a/kept.py');
      const { files, repositories } = await clearedTree(folder);
      expect([...files]).toEqual(['a/kept.py']);
      expect(repositories).toEqual([`a/${name}`, `b/c/${name}`]);
      expect(existsSync(join(folder, 'a', name))).toBe(false);
    },
  );

  it('removes a bare repository whole, and nothing that only looks a little like one', async () => {
    const folder = await fill(
      'x/HEAD',
      'x/objects/a',
      'x/refs/b',
      'x/config',
      'y/HEAD',
      'y/objects/a',
      '.gitignore',
      'git/a',
    );
    const { files, repositories } = await clearedTree(folder);
    expect(repositories).toEqual(['x']);
    expect([...files].sort()).toEqual(['.gitignore', 'git/a', 'y/HEAD', 'y/objects/a']);
  });

  it('follows no link out of the folder', async () => {
    const [outside, folder] = [await fill('.git/config'), await fill('a')];
    await symlink(outside, join(folder, 'link'));
    const { files } = await clearedTree(folder);
    expect([...files].sort()).toEqual(['a', 'link']);
    expect(existsSync(join(outside, '.git', 'config'))).toBe(true);
  });
});

describe('leavesTree', () => {
  it.each([
    ['a', '/etc/passwd', true],
    ['a', '../b', true],
    ['d/a', '../b', false],
    ['d/a', '../../b', true],
    ['d/a', '../d/../../b', true],
    ['a', 'C:\\Windows', true],
    ['a', '..\\b', true],
    ['a', './b/./c', false],
    ['a', '', false],
  ])('%s -> %s: %s', (path, target, leaves) => {
    expect(leavesTree(path, target)).toBe(leaves);
  });

  it('is never fooled by what a path resolver would make of the target', () => {
    const part = fc.constantFrom('..', '.', 'a', 'b', '');
    const parts = fc.array(part, { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), parts, (depth, target) => {
        const root = '/root/of/tree';
        const path = [...Array.from({ length: depth }, () => 'd'), 'link'].join('/');
        const whole = new URL(`file://${root}/${path}/../${target.join('/')}`).pathname;
        const isOutside = whole !== root && !whole.startsWith(`${root}/`);
        if (isOutside && !target.join('/').startsWith('/')) expect(leavesTree(path, target.join('/'))).toBe(true);
      }),
    );
  });
});
