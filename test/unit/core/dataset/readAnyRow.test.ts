import { describe, expect, it } from 'vitest';
import { readAnyRow } from '../../../../src/core/dataset/readAnyRow';
import { benchmarkRows } from '../../../fakes/benchmarkRows';
import { predictionRow } from '../../../fakes/rows';

describe('readAnyRow', () => {
  it('reads a row by its own format, also out of an envelope, and nothing that is no instance', () => {
    const read = readAnyRow({ row: benchmarkRows['swebench-pro'], row_idx: 1 }, 'row 1');
    expect(read?.kind === 'instance' && [read.instance.format, read.instance.extra['row_idx']]).toEqual([
      'swebench-pro-jsonl',
      1,
    ]);
    expect(readAnyRow(benchmarkRows['humaneval'], 'row 2')).toMatchObject({ kind: 'instance', notes: [] });
    expect(readAnyRow({ ...benchmarkRows['swebench'], patch: 7 }, 'row 3')).toMatchObject({ kind: 'skipped' });
    expect(readAnyRow(predictionRow('a', ''), 'row 4')).toBeNull();
    expect(readAnyRow(7, 'row 5')).toBeNull();
  });
});
