import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clearedTree } from '../../../../src/io/git/treeFiles';
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
