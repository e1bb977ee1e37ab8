import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDockerIgnore } from '../../../../../src/core/run/container/dockerIgnore';

const ignores = (text: string, path: string): boolean => readDockerIgnore(text).ignores(path);

describe('.dockerignore', () => {
  it.each([
    ['*.log', 'a.log', true],
    ['*.log', 'sub/a.log', false],
    ['**/*.log', 'sub/deep/a.log', true],
    ['**/*.log', 'a.log', true],
    ['sub', 'sub/a/b', true],
    ['/sub/', 'sub/a', true],
    ['./sub/../other', 'other/x', true],
    ['sub/*', 'sub/a', true],
    ['sub/*', 'sub', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[^a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[broken', '[broken', true],
    ['\\*x', '*x', true],
    ['\\*x', 'ax', false],
    ['# sub', 'sub', false],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['*\n!keep.md', 'keep.md', false],
    ['*\n!keep.md\nkeep*', 'keep.md', true],
    ['sub\n!sub/keep', 'sub/keep', false],
    ['\uFEFFsub\r\n', 'sub', true],
    ['', 'sub', false],
    ['..', 'sub', false],
  ])('%j and %s: %s', (text, path, expected) => {
    expect(ignores(text, path)).toBe(expected);
  });

  it('tells whether something below an ignored folder may be wanted', () => {
    expect(readDockerIgnore('a\n!a/b').hasExceptions).toBe(true);
    expect(readDockerIgnore('a\n# !a/b').hasExceptions).toBe(false);
  });

  it('reads any text, and ends', () => {
    const letters = fc.constantFrom('*', '?', '[', ']', '^', '-', '\\', '/', '!', 'a', 'b', '.', '\n');
    fc.assert(
      fc.property(
        fc.string({ unit: letters, maxLength: 200 }),
        fc.string({ unit: letters, maxLength: 60 }),
        (text, path) => {
          expect(typeof ignores(text, path)).toBe('boolean');
        },
      ),
    );
    expect(ignores('*a'.repeat(500), 'a'.repeat(2000))).toBe(true);
  });
});
