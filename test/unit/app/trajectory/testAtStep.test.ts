import { expect, it } from 'vitest';
import { testedPatch } from '../../../../src/app/trajectory/testAtStep';
import { makeInstance } from '../../../fakes/openRequest';

const change = (path: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+new\n`;

const instance = makeInstance('0'.repeat(40), { testPatch: change('test/sum.test.js') });
const patch = [change('src/sum.js'), change('test/helpers.js'), change('test/sum.test.js')].join('');

it("goes to the tests as the agent left it, and says whose files the harness puts in the agent's place", () => {
  const tested = testedPatch(patch, instance, false);
  expect(tested.patch).toBe(patch);
  expect(tested.notes).toEqual([
    "The instance's own test/sum.test.js takes the place of the agent's.",
    "The agent's test/helpers.js is used.",
  ]);
});

it("leaves the agent's changes of tests out where they are to be restored", () => {
  const tested = testedPatch(patch, instance, true);
  expect(tested.patch).toBe(change('src/sum.js') + change('test/sum.test.js'));
  expect(tested.notes[1]).toBe('test/helpers.js: as in base, not as the agent left it.');
});

it('has nothing to say of a patch that touches no tests', () => {
  expect(testedPatch(change('src/sum.js'), instance, true)).toEqual({ patch: change('src/sum.js'), notes: [] });
});
