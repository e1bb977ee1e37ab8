import { describe, expect, it } from 'vitest';
import { keptApart } from '../../../../src/app/evaluation/keptApart';
import { blankInstance } from '../../../fakes/instances';

const gathered = (...models: string[]) => ({
  runId: 'run',
  items: models.map((model) => ({ instance: blankInstance('a__b-1'), model, subject: 'patch' as const, patch: '' })),
  problems: [],
});

const kept = (...models: string[]) => {
  const { items, problems } = keptApart(gathered(...models), null);
  return { models: items.map(({ model }) => model), reasons: problems.map(({ reason }) => reason) };
};

describe('Predictions that can not be written side by side', () => {
  it('are left out and said: one instance and model twice', () => {
    expect(kept('m', 'm', 'n').models).toEqual(['m', 'n']);
    expect(kept('m', 'm').reasons).toEqual([expect.stringContaining('would overwrite')]);
  });

  it('are left out and said: models whose folders have one name', () => {
    expect(kept('a/b', 'a__b')).toEqual({ models: ['a/b'], reasons: [expect.stringContaining('would overwrite')] });
  });

  it('are left out and said: names that no file can have, while the others go on', () => {
    const long = kept('\u{1f4a5}'.repeat(100), 'm');
    expect(long).toEqual({ models: ['m'], reasons: [expect.stringContaining('too long')] });
  });
});
