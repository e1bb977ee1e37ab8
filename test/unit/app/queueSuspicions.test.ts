import { describe, expect, it } from 'vitest';
import { suspicionsOf } from '../../../src/app/queueSuspicions';

const change = (file: string, from = 'a', to = 'b'): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

describe('what speaks against a patch that passes', () => {
  const gold = change('src/a.js') + change('src/b.js');

  it('is nothing where it changes what gold does', async () => {
    expect(
      await suspicionsOf({ gold, model: change('src/a.js', 'a', 'c') + change('src/b.js'), testPatch: null }),
    ).toEqual([]);
  });

  it('is said for tests, what a tool made, files beyond the task and what gold alone touches', async () => {
    const model = change('src/a.js') + change('test/helpers.js') + change('coverage/lcov.info') + change('other.js');
    expect(await suspicionsOf({ gold, model, testPatch: null })).toEqual([
      '1 file of tests changed',
      '1 file made by a tool left',
      '1 file outside the task changed',
      '1 file of gold not touched',
    ]);
  });

  it('is no change of tests where gold writes tests as well', async () => {
    const tests = change('test/a.test.js');
    expect(await suspicionsOf({ gold: tests, model: change('test/b.test.js'), testPatch: null })).toEqual([]);
  });

  it('is nothing where there is no patch', async () => {
    expect(await suspicionsOf({ gold, model: 'I would change a.', testPatch: null })).toEqual([]);
  });
});
