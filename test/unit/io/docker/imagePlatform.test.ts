import { describe, expect, it } from 'vitest';
import { comparePlatforms, executableFault } from '../../../../src/io/docker/imagePlatform';

describe('an image beside the machine of its engine', () => {
  it.each([
    ['amd64', 'x86_64', false],
    ['arm64', 'aarch64', false],
    ['386', 'amd64', false],
    ['arm', 'arm64', false],
    ['', 'amd64', false],
    ['arm64', 'amd64', true],
    ['amd64', 'arm64', true],
  ])('%s on %s', (image, engine, emulated) => {
    expect(comparePlatforms(image, engine).emulated).toBe(emulated);
  });

  it('is at fault only where it is foreign: tests can write such words too', () => {
    const said = 'exec /bin/bash: exec format error';
    expect(executableFault('a/b:1', comparePlatforms('arm64', 'amd64'), said)?.message).toContain('made for arm64');
    expect(executableFault('a/b:1', comparePlatforms('amd64', 'amd64'), said)).toBe(null);
    expect(executableFault('a/b:1', comparePlatforms('arm64', 'amd64'), 'no such file')).toBe(null);
  });
});
