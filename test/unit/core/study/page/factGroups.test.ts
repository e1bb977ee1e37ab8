import { describe, expect, it } from 'vitest';
import { folderInstance } from '../../../../../src/core/dataset/folders/folderInstance';
import { factGroups } from '../../../../../src/core/study/page/factGroups';

describe('labels beside the page of an instance', () => {
  it('stand in words, with their source where it is not the data, and why', () => {
    const instance = folderInstance({
      id: 'a__b-1',
      benchmark: 'swe-bench',
      format: 'f',
      labels: {
        taskTypes: [{ value: 'BF', source: 'corrected', why: 'corrected by elm: broken (before: FE)' }],
        scenarios: [{ value: 'DE', source: 'data' }],
        languages: [{ value: 'Go', source: 'inferred', why: "language: from the gold patch's files" }],
      },
    });
    expect(factGroups(instance, null, null, 0)[0]).toEqual({
      title: 'Labels',
      facts: [
        {
          name: 'Task type',
          value: 'bug fixing (BF)',
          note: 'corrected',
          hint: 'corrected by elm: broken (before: FE)',
        },
        { name: 'Scenario', value: 'data science & engineering (DE)', note: '' },
        { name: 'Language', value: 'Go', note: 'inferred', hint: "language: from the gold patch's files" },
        { name: 'Difficulty', value: 'unknown', note: '' },
        { name: 'Modality', value: 'unknown', note: '' },
      ],
    });
  });
});
