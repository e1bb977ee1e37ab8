import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../../../src/core/study/glob';

describe('globs of keepOut', () => {
  it.each([
    ['secrets/**', 'secrets/a/b.txt', true],
    ['secrets/**', 'other/secrets/a', false],
    ['secrets/', 'secrets/a', true],
    ['**/*.pem', 'a.pem', true],
    ['**/*.pem', 'a/b/c.pem', true],
    ['**/*.pem', 'a/b/c.pem.txt', false],
    ['*.pem', 'a/b.pem', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['./a.txt', 'a.txt', true],
    ['a.txt', 'aXtxt', false],
    ['fixtures/**/x.[ab]', 'fixtures/p/q/x.[ab]', true],
  ])('%s on %s', (glob, path, wanted) => {
    expect(globMatcher(glob)(path)).toBe(wanted);
  });

  it('match a path that is written out, whatever stands in it, and are never a program', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^*?/]{1,30}$/), (name) => {
        expect(globMatcher(name)(name)).toBe(true);
        expect(globMatcher(name)(`${name}x`)).toBe(false);
      }),
    );
  });

  it('take no longer for stars upon stars', () => {
    const path = `${'a/'.repeat(200)}${'a'.repeat(200)}`;
    expect(globMatcher(`${'**/'.repeat(130)}b`)(path)).toBe(false);
    expect(globMatcher(`**/${'*a'.repeat(100)}b`)(path)).toBe(false);
    expect(globMatcher(`**/${'*a'.repeat(100)}*`)(path)).toBe(true);
  });
});
