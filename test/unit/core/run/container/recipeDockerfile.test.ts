import { describe, expect, it } from 'vitest';
import { badPackage, recipeDockerfile, recipeWords } from '../../../../../src/core/run/container/recipeDockerfile';

describe('the Dockerfile of a recipe', () => {
  it('has one named step per instruction, and commands as they are written', () => {
    const setup = ['echo "a $B" \\', "printf '%s' \n'x'"];
    const { text, steps } = recipeDockerfile('debian:12', {
      base: 'debian:12',
      packages: ['gcc'],
      copy: ['a'],
      setup,
      workdir: '/work',
    });
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(steps.length);
    expect(lines[0]).toBe('FROM debian:12');
    expect(lines[2]).toBe('WORKDIR /work');
    expect(lines.slice(4, 6).map((line) => JSON.parse(line.slice('RUN '.length)))).toEqual(
      setup.map((command) => ['bash', '-ec', command]),
    );
    expect(steps).toEqual([
      'base',
      'packages (gcc)',
      'workdir',
      'copy',
      `setup[0] (${setup[0]})`,
      `setup[1] (${setup[1]})`,
      'copy',
      'removing the copied files',
    ]);
  });

  it('knows every usual package manager', () => {
    const { text } = recipeDockerfile('x', { base: 'x', packages: ['a'] });
    for (const name of ['apt-get', 'apk', 'dnf', 'microdnf', 'yum', 'zypper'])
      expect(text).toContain(`command -v ${name} `);
  });

  it.each([
    ['gcc', null],
    ['libstdc++6=12.2', null],
    ['@scope/x', null],
    ['-o=x', '-o=x'],
    ['a;b', 'a;b'],
    ['$(x)', '$(x)'],
    ['', ''],
  ])('package %j: %j', (name, bad) => {
    expect(badPackage(['ok', name])).toBe(bad);
  });

  it('is told in one line', () => {
    expect(recipeWords({ base: 'host', packages: [], setup: ['make'], network: false })).toBe(
      'from this machine\'s own programs, running "make", without the network',
    );
    expect(recipeWords({ base: 'debian:12', packages: ['gcc'] })).toBe('on debian:12, with gcc, with the network');
  });
});
