import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSampleRow, isSamplesById, readSamples } from '../../../../../src/core/run/prediction/readSamples';

const codes = (value: unknown, key: string | null = null) =>
  readSamples(value, 'f row 1', key).samples.map(({ instanceId, code, attempt }) => [instanceId, attempt, code]);

describe('readSamples', () => {
  it('keeps the code as it is, and no patch', () => {
    const [sample] = readSamples({ task_id: 'HumanEval/0', completion: '  x\r\n ', t: 0.2 }, 'f', null).samples;
    expect(sample).toEqual({
      instanceId: 'HumanEval/0',
      model: null,
      patch: null,
      kind: 'code',
      code: '  x\r\n ',
      attempt: 1,
      extra: { t: 0.2 },
    });
  });

  it('reads task_id with solution, question_id with code_list, a list under a key', () => {
    expect(codes({ task_id: 2, solution: 's', completion: 'c' })).toEqual([['2', 1, 's']]);
    expect(codes({ question_id: 'q', code_list: ['a', null, 'c'] })).toEqual([
      ['q', 1, 'a'],
      ['q', 3, 'c'],
    ]);
    expect(codes(['a', 'b'], 'sample_0')).toEqual([
      ['sample_0', 1, 'a'],
      ['sample_0', 2, 'b'],
    ]);
    const { skipped, count } = readSamples({ question_id: 'q', code_list: ['a', null] }, 'f', null);
    expect([skipped.map(({ field }) => field), count]).toEqual([['code_list[1]'], 2]);
  });

  it.each<[unknown, boolean]>([
    [{ task_id: 'x', completion: '' }, true],
    [{ task_id: 'x', completion: '', passed: true }, false],
    [{ task_id: 'x', prompt: '', canonical_solution: '', solution: '' }, false],
    [{ question_id: 'x', question_content: '', code_list: [] }, false],
    [{ instance_id: 'x', model_patch: '' }, false],
    [['a'], false],
    [null, false],
  ])('tells samples from results and datasets: %j', (row, is) => {
    expect(isSampleRow(row, null)).toBe(is);
  });

  it('tells generations by id from other objects', () => {
    expect(isSamplesById({ sample_0: ['a'], sample_1: ['b'] })).toBe(true);
    expect(isSamplesById({ resolved_ids: ['a'], total: 1 })).toBe(false);
    expect(isSamplesById({})).toBe(false);
  });

  it('never throws, and counts every entry as a sample or as left out', () => {
    const row = fc.dictionary(
      fc.constantFrom('task_id', 'question_id', 'completion', 'code_list', 'model'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.oneof(row, fc.jsonValue()), fc.option(fc.string()), (value, key) => {
        const { samples, skipped, count } = readSamples(value, 'f', key);
        if (count > 0) expect(samples.length + skipped.length).toBe(count);
        else expect(samples).toEqual([]);
      }),
    );
  });
});
