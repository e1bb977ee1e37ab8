import { expect, it } from 'vitest';
import { planSets } from '../../../../src/app/equivalence/planSets';
import { makeInstance } from '../../../fakes/openRequest';

const change = (path: string, to = 'new'): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+${to}\n`;
const instance = makeInstance('0'.repeat(40), { testPatch: change('test/own.test.js'), evalScript: 'true\n' });
const patchesOf = (plan: ReturnType<typeof planSets>) =>
  plan.sets.map(({ set, runs }) => [set, runs?.gold.patch ?? null, runs?.model.patch ?? null]);

it('runs both codes without their own tests, then with the tests that either brings', () => {
  const plan = planSets(
    instance,
    change('src/a.js', 'gold') + change('test/gold.test.js'),
    change('test/helpers.js') + change('src/a.js', 'model'),
  );
  const [gold, model] = [change('src/a.js', 'gold'), change('src/a.js', 'model')];
  expect(patchesOf(plan)).toEqual([
    ['instance', gold, model],
    ['gold', gold + change('test/gold.test.js'), model + change('test/gold.test.js')],
    ['model', gold + change('test/helpers.js'), model + change('test/helpers.js')],
  ]);
  expect(plan.sets.map(({ brings }) => brings)).toEqual([[], ['test/gold.test.js'], ['test/helpers.js']]);
});

it("gives the brought tests to a script of ours by the row's test patch", () => {
  const plan = planSets({ ...instance, evalScript: null }, change('src/a.js'), change('test/new.test.js'));
  const run = plan.sets[2]?.runs?.gold;
  expect(run?.patch).toBe(change('src/a.js'));
  expect(run?.instance.testPatch).toBe(change('test/own.test.js') + change('test/new.test.js'));
});

it("lets the instance's own test file stand, and says so", () => {
  const plan = planSets(instance, change('src/a.js'), change('src/a.js', 'b') + change('test/own.test.js', 'weak'));
  expect(plan.sets[2]).toMatchObject({ whyNot: "The model's patch brings no test files.", runs: null });
  expect(plan.notes).toEqual(["The instance's own test/own.test.js takes the place of that in the model's patch."]);
});

it('runs equal codes once, and says where neither changes code', () => {
  const plan = planSets(instance, change('test/a.test.js'), change('test/b.test.js'));
  const [own, gold] = plan.sets;
  expect(own?.runs?.gold.patch).toBeNull();
  expect(own?.runs?.gold).toBe(own?.runs?.model);
  expect(gold?.runs?.gold).toBe(gold?.runs?.model);
  expect(plan.notes[0]).toMatch(/^Neither patch changes code/);
});

it('says where neither side has tests', () => {
  const plan = planSets(makeInstance('0'.repeat(40)), change('src/a.js'), change('src/b.js'));
  expect(plan.sets.map(({ whyNot }) => whyNot)).toEqual([
    'The instance has no tests.',
    "Gold's patch brings no test files.",
    "The model's patch brings no test files.",
  ]);
  expect(plan.notes).toContain('Neither side has tests: there is nothing to run.');
});

it('takes an empty patch as base, and refuses prose', () => {
  expect(planSets(instance, change('src/a.js'), null).sets[0]?.runs?.model.patch).toBeNull();
  expect(() => planSets(instance, change('src/a.js'), 'I fixed it.')).toThrow("model's patch holds no change");
});
