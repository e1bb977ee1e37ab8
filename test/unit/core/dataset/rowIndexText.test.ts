import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowIndex } from '../../../../src/core/dataset/rowIndex';
import { readRowIndex, writeRowIndex } from '../../../../src/core/dataset/rowIndexText';

const stamp = { path: '/d.jsonl', bytes: 10, modifiedMs: 1.5 };

const label = fc.record({ value: fc.string(), source: fc.constantFrom('data' as const, 'inferred' as const) });

const rows = (seekable: boolean) =>
  fc.array(
    fc.record({
      id: fc.string(),
      repo: fc.option(fc.constantFrom('a/b', 'c/d', '')),
      title: fc.option(fc.string()),
      benchmark: fc.constantFrom('swe-bench', 'humaneval'),
      labels: fc.record({ languages: fc.array(label), difficulty: fc.array(label) }, { requiredKeys: [] }),
      span: seekable ? fc.record({ offset: fc.nat(), length: fc.nat(), line: fc.nat() }) : fc.constant(null),
    }),
  );

const said = {
  format: 'swebench-jsonl',
  skipped: [{ where: 'd row 1', field: null, reason: 'Broken.' }],
  notes: [],
  warnings: ['A mark.'],
};

const index: fc.Arbitrary<RowIndex> = fc
  .boolean()
  .chain(rows)
  .map((found) => ({ ...said, rows: found }));

describe('the text of an index', () => {
  it('gives the index back as it was', () => {
    fc.assert(
      fc.property(index, (written) => {
        const read = readRowIndex(writeRowIndex(written, stamp), stamp);
        // Without rows nothing says whether they could be sought.
        expect(read).toEqual(JSON.parse(JSON.stringify(written)));
      }),
    );
  });

  it('is as good as absent where it is cut or changed anywhere', () => {
    const row = {
      id: 'a',
      repo: null,
      title: null,
      benchmark: 'b',
      labels: {},
      span: { offset: 0, length: 1, line: 1 },
    };
    const text = writeRowIndex({ ...said, rows: [row, row] }, stamp);
    for (let length = 0; length < text.length; length++) expect(readRowIndex(text.slice(0, length), stamp)).toBeNull();
    for (const [from, to] of [
      ['"version":"1 of', '"version":"0 of'],
      ['"ids":["a","a"]', '"ids":["a"]'],
      ['"codes":[0,0]', '"codes":[0,9]'],
      ['"spans":[0,1,1,0,1,1]', '"spans":[0,1]'],
      ['"titles":[null,null]', '"titles":7'],
    ] as const) {
      expect(text).toContain(from);
      expect(readRowIndex(text.replace(from, to), stamp)).toBeNull();
    }
  });

  it('is of one state of one file', () => {
    const text = writeRowIndex({ ...said, rows: [] }, stamp);
    expect(readRowIndex(text, stamp)).not.toBeNull();
    for (const other of [{ path: '/e.jsonl' }, { bytes: 11 }, { modifiedMs: 2 }])
      expect(readRowIndex(text, { ...stamp, ...other })).toBeNull();
  });
});
