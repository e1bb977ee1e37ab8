import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPrediction } from '../../../../../src/core/run/prediction/readPrediction';
import { predictionRow } from '../../../../fakes/rows';

const where = 'preds.json row 3';

const opened = (value: unknown, key: string | null = null) => {
  const reading = readPrediction(value, where, key);
  if (reading.kind !== 'prediction') throw new Error(reading.problem.reason);
  return reading;
};

describe('readPrediction', () => {
  it.each([[null], [''], ['diff --git a/x b/x\r\n'], ['I could not do it, sorry.'], ['no newline at the end']])(
    'keeps the patch %j as it is',
    (patch) => {
      expect(opened(predictionRow('a__b-1', patch)).prediction.patch).toBe(patch);
    },
  );

  it('keeps every text exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (patch) => {
        expect(opened(predictionRow('a__b-1', patch)).prediction.patch).toBe(patch);
      }),
    );
  });

  it('reads the shapes of SWE-bench Pro and Multi-SWE-bench', () => {
    expect(opened({ instance_id: 'a', patch: 'p', prefix: 'x' }).prediction).toMatchObject({
      patch: 'p',
      model: 'x',
      extra: {},
    });
    expect(opened({ org: 'pony', repo: 'ponyc', number: '4595', fix_patch: 'p' }).prediction).toMatchObject({
      instanceId: 'pony/ponyc:pr-4595',
      model: null,
      patch: 'p',
    });
  });

  it('takes the key of an object by id only where the row has no id, and says where they differ', () => {
    expect(opened({ model_patch: 'p' }, 'a__b-1').prediction.instanceId).toBe('a__b-1');
    const differing = opened(predictionRow('a__b-2', 'p'), 'a__b-1');
    expect(differing.prediction.instanceId).toBe('a__b-2');
    expect(differing.notes).toMatchObject([{ where, field: 'instance_id' }]);
  });

  it('says that a patch is missing, and reads it as null', () => {
    const { prediction, notes } = opened({ instance_id: 'a', model_name_or_path: 'm' });
    expect(prediction.patch).toBeNull();
    expect(notes).toMatchObject([{ field: 'model_patch' }]);
  });

  it.each([
    [predictionRow('a', ['diff']), 'model_patch'],
    [predictionRow('a', 4), 'model_patch'],
    [{ model_patch: 'p' }, 'instance_id'],
    [predictionRow('', 'p'), 'instance_id'],
    [{ instance_id: 7, model_patch: 'p' }, 'instance_id'],
    ['diff --git', null],
    [null, null],
  ])('leaves out %j and names the field', (value, field) => {
    const reading = readPrediction(value, where, null);
    expect(reading).toMatchObject({ kind: 'skipped', problem: { where, field } });
  });
});
