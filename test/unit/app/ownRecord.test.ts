import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { optimisationIn, recordedRules } from '../../../src/app/ownRecord';
import { recordedWords } from '../../../src/core/evaluation/optimisation/recordedOptimisation';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
});
afterEach(() => temp.remove());

describe('the rule set of an evaluation folder', () => {
  it('is what its record says; null for anything else', async () => {
    temp.write('x/result.json', JSON.stringify({ outcome: { kind: 'resolved' }, rules: 'live' }));
    expect(await recordedRules(nodeFiles, `${temp.path}/x`)).toBe('live');
    temp.write('x/result.json', JSON.stringify({ outcome: { kind: 'resolved' }, rules: 'mine' }));
    expect(await recordedRules(nodeFiles, `${temp.path}/x`)).toBeNull();
    temp.write('x/result.json', '{');
    expect(await recordedRules(nodeFiles, `${temp.path}/x`)).toBeNull();
    expect(await recordedRules(nodeFiles, `${temp.path}/y`)).toBeNull();
  });
});

describe('the times of an evaluation folder', () => {
  const ratio = (value: number) => ({
    value,
    interval: { low: value - 0.01, high: value + 0.01 },
    n: 15,
    reason: null,
  });
  const timed = {
    ...{ score: 1, reason: 'its tests take 40%, below 80%', threshold: 0.8, passes: true, timed: 'tests' },
    ...{ medians: { base: 1, gold: 0.3, model: 0.4 }, model: ratio(0.4), gold: ratio(0.3), warnings: ['short'] },
  };
  const read = (optimisation: unknown) => {
    temp.write('x/result.json', JSON.stringify({ outcome: { kind: 'resolved' }, optimisation }));
    return optimisationIn(nodeFiles, `${temp.path}/x`);
  };

  it('are what its record says, with gold beside the patch', async () => {
    const found = await read(timed);
    expect(found).toMatchObject({ score: 1, warnings: ['short'] });
    expect(found && recordedWords(found)).toBe(
      "optimisation score 1: its tests take 40%, below 80%; gold takes 30% of the base's time (95% interval 29% to 31%, n = 15)",
    );
  });

  it('are none where it was not timed, or where the record is not of this form', async () => {
    expect(await read(undefined)).toBeNull();
    expect(await read({ ...timed, score: 2 })).toBeNull();
    expect(await read({ ...timed, warnings: 'all good' })).toBeNull();
    expect(await optimisationIn(nodeFiles, `${temp.path}/y`)).toBeNull();
  });

  it('say nothing of gold where it has no time', async () => {
    const gold = { value: null, interval: null, n: 0, reason: 'no round has a time of both' };
    const found = await read({ ...timed, score: null, reason: 'not known: why', gold });
    expect(found && recordedWords(found)).toBe('optimisation score unknown: not known: why');
  });
});
