import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGitFolder } from '../../../../src/core/patch/gitFolder';
import { linkEscapes } from '../../../../src/core/patch/patchPath';

describe('a link out of the tree', () => {
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
    expect(linkEscapes(path, target)).toBe(leaves);
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
        if (isOutside && !target.join('/').startsWith('/')) expect(linkEscapes(path, target.join('/'))).toBe(true);
      }),
    );
  });
});

describe('the folder of git', () => {
  it.each(['.git', '.GIT', '.git. .', 'git~1', 'git~12', '.g\u200cit', '\uff0egit', '.git::$INDEX_ALLOCATION'])(
    '%j',
    (name) => expect(isGitFolder(name)).toBe(true),
  );
  it.each(['.gitignore', 'git', '.github', 'git~', 'x.git'])('not %j', (name) => expect(isGitFolder(name)).toBe(false));
});
