import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json';
import { commandLine } from '../../fakes/commandLine';

const names = ['inspect', 'instances', 'open', 'evaluate', 'grade', 'compare', 'verify', 'doctor'];

describe('touchstone', () => {
  it('prints the version of its package', async () => {
    expect(await commandLine('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
  });

  it('prints its help: asked for, on stdout with 0; without arguments, on stderr with 2', async () => {
    const asked = await commandLine('--help');
    expect(asked).toMatchObject({ code: 0, err: '' });
    for (const name of names) expect(asked.out).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(await commandLine()).toEqual({ code: 2, out: '', err: asked.out });
  });

  it.each([...names, ''])(
    'describes %s in fragments: lower case, no full stop, nothing of its own defaults',
    async (name) => {
      const { out } = await commandLine(...(name ? [name] : []), '--help');
      const text = out.replaceAll(/\n {3,}(?=\S)/g, ' ');
      const entries = text
        .split('\n')
        .filter((line) => line !== '' && !/^(Usage|Arguments|Options|Commands):/.test(line));
      expect(entries.length).toBeGreaterThan(1);
      for (const line of entries) {
        expect(line).not.toMatch(/\.$/);
        expect(line).not.toMatch(/\[\]\)|\{\}\)/);
        expect(line.trim().split(/ {2,}/).at(-1)).toMatch(/^[a-z]/);
      }
      if (name) expect(out).toContain('--json');
    },
  );

  it.each([['nonsense'], ['inspect'], ['inspect', '--nope', 'x'], ['verify', 'a', 'b'], ['help', 'nonsense']])(
    'ends with 2 for wrong use: %s %s',
    async (...args) => {
      expect(await commandLine(...args)).toMatchObject({ code: 2, out: '' });
    },
  );
});
