import { describe, expect, it } from 'vitest';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import { patchFigures } from '../../../../src/core/patch/patchFigures';
import { isGeneratedPath, isTestPath } from '../../../../src/core/patch/pathRules';

describe('patchFigures', () => {
  it('counts files once, lines as found, hunks as written', () => {
    const edit = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n`;
    expect(patchFigures(parsePatch(edit('x') + edit('test/y.js') + edit('x')))).toMatchObject({
      files: 2,
      added: 6,
      removed: 3,
      hunks: 3,
      perFile: [
        { path: 'x', test: false, generated: false, added: 2, removed: 1, hunks: 1, binary: false, kind: 'modified' },
        { path: 'test/y.js', test: true },
        { path: 'x' },
      ],
    });
    expect(patchFigures(parsePatch('prose'))).toEqual({ files: 0, added: 0, removed: 0, hunks: 0, perFile: [] });
  });
});

describe('rules on paths', () => {
  it.each([
    'tests/a.py',
    'src/__tests__/a.ts',
    'pkg/a_test.go',
    'test_a.py',
    'a.spec.ts',
    'src/test/java/A.java',
    'a/FooTest.java',
    'conftest.py',
    'app/tests.py',
    'spec/models/user_spec.rb',
    'pkg/testdata/in.json',
  ])('%s is a test', (path) => expect(isTestPath(path)).toBe(true));

  it.each([
    'src/contest.py',
    'latest/a.py',
    'src/testing/helpers.py',
    'src/attest.ts',
    'inspector.js',
    'a/Fastest.java',
  ])('%s is none', (path) => expect(isTestPath(path)).toBe(false));

  it.each([
    'package-lock.json',
    'web/yarn.lock',
    'Cargo.lock',
    'node_modules/x/index.js',
    'build/lib/requests/api.py',
    'coverage/lcov.info',
    'a/__pycache__/x.cpython-311.pyc',
    'prism-x.min.js',
    'x.egg-info/PKG-INFO',
    'src/a.py.orig',
    '.coverage',
  ])('%s is generated', (path) => expect(isGeneratedPath(path)).toBe(true));

  it.each(['src/build/index.ts', 'src/coverage.py', 'docs/distance.md', 'repro.mjs', 'lock.py', 'src/log.ts'])(
    '%s is written by hand',
    (path) => expect(isGeneratedPath(path)).toBe(false),
  );
});
