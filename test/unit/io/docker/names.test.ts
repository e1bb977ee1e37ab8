import { describe, expect, it } from 'vitest';
import { EnvironmentFault } from '../../../../src/core/shared/problem';
import { asEngineFault, isUnreachable } from '../../../../src/io/docker/faults';
import { HostTree } from '../../../../src/io/docker/hostTree';
import { parseImageName } from '../../../../src/io/docker/imageName';
import { pathOf, treeOn } from '../../../fakes/hostLayout';

describe('the name of an image', () => {
  it.each([
    ['alpine', 'alpine:latest', 'docker.io/library'],
    ['swebench/sweb.eval.x86_64.a_1776_b-1', 'swebench/sweb.eval.x86_64.a_1776_b-1:latest', 'docker.io/swebench'],
    ['ghcr.io/a/b/c:v1', 'ghcr.io/a/b/c:v1', 'ghcr.io/a/b'],
    ['localhost:5000/x', 'localhost:5000/x:latest', 'localhost:5000/library'],
    [`a/b@sha256:${'0'.repeat(64)}`, `a/b@sha256:${'0'.repeat(64)}`, 'docker.io/a'],
  ])('%s', (image, reference, namespace) => {
    expect(parseImageName(image)).toMatchObject({ reference, namespace });
  });

  it.each(['', ' ', 'A/B', '../x', 'a b', 'a:b:c', '-x', 'a\nb', `a/${'b'.repeat(600)}`, 'a;id'])(
    '%j is none',
    (image) => {
      expect(() => parseImageName(image)).toThrow(EnvironmentFault);
    },
  );
});

describe('an engine that fails', () => {
  it('is unreachable where the socket says so, and not where it answers', () => {
    expect(isUnreachable(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(true);
    expect(isUnreachable(new Error('socket hang up'))).toBe(true);
    expect(isUnreachable(Object.assign(new Error('socket hang up'), { statusCode: 500 }))).toBe(false);
    expect(isUnreachable(new Error('no such image'))).toBe(false);
  });

  it('says where it was looked for, and what it answered', () => {
    const gone = asEngineFault(Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }), 'unix:///x', 'answer');
    expect(gone).toMatchObject({ what: 'engine', message: expect.stringContaining('No engine at unix:///x') });
    const full = { statusCode: 500, message: 'HTTP', json: { message: 'write /x: no space left on device' } };
    expect(asEngineFault(full, 'unix:///x', 'create')).toMatchObject({ what: 'disk' });
    const said = 'unable to start container process: exec: "bash": executable file not found in $PATH: unknown';
    const bare = asEngineFault(Object.assign(new Error(said), { statusCode: 400 }), 'unix:///x', 'start the container');
    expect(bare).toMatchObject({ what: 'image', message: expect.stringContaining('has no bash') });
  });
});

describe("the host's layout in an image", () => {
  it('takes links on the way and what they lead to, parents first', () => {
    const root = treeOn();
    const tree = new HostTree();
    expect(tree.add(pathOf(root, 'bin/tool'))).toBe(true);
    const names = tree.entries().map((entry) => entry.path.replace(root, ''));
    expect(names.slice(-4)).toEqual(['/bin', '/usr', '/usr/bin', '/usr/bin/tool']);
    expect(tree.entries().find((entry) => entry.path.endsWith('/bin') && entry.link !== null)?.link).toBe('usr/bin');
  });

  it('has nothing of what is not there, and ends where links go in a circle', () => {
    const root = treeOn();
    expect(new HostTree().add(pathOf(root, 'nothing'))).toBe(false);
    expect(new HostTree().add(pathOf(root, 'circle/x'))).toBe(false);
  });
});
