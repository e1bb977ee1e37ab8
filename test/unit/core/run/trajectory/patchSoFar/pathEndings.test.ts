import { describe, expect, it } from 'vitest';
import { fileAmong, filesNamed, pathEndings } from '../../../../../../src/core/run/trajectory/patchSoFar/pathEndings';

describe('what a path of the agent means here', () => {
  it.each([
    ['/testbed/src/a.js', ['testbed/src/a.js', 'src/a.js', 'a.js']],
    ['src/./a.js', ['src/a.js']],
    ['../a.js', []],
    ['/testbed/..\\..\\a.js', []],
    ['', []],
  ])('%j may be %j', (path, expected) => {
    expect(pathEndings(path)).toEqual(expected);
  });

  it.each([
    ['/testbed/src/a.js', 'src/a.js'],
    ['src/a.js', 'src/a.js'],
    ['/tmp/b.mjs', '/tmp/b.mjs'],
    ['/testbed/lib/c.js', null],
  ])('%j is the file %j', (path, expected) => {
    expect(fileAmong(['a.js', 'src/a.js', '/tmp/b.mjs'])(path)).toBe(expected);
  });

  it.each([
    ["nl -ba /testbed/src/a.js | sed -n '1,20p'", ['src/a.js']],
    ['cat a.js src/a.js a.js', ['a.js', 'src/a.js']],
    ['cd src && ls', []],
    ['', []],
  ])('%j names %j', (command, expected) => {
    expect(filesNamed(command, ['a.js', 'src/a.js', 'src'])).toEqual(expected);
  });
});
