import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMatrix, type MatrixSource, matrixWindow } from '../../../src/app/matrix';
import type { Outcome } from '../../../src/core/evaluation/outcome';
import type { InstanceRun } from '../../../src/core/study/instanceRuns';
import type { RunColumn } from '../../../src/core/study/runColumns';

const column = (key: string, kind: RunColumn['kind'] = 'prediction'): RunColumn => ({
  ...{ key, kind, label: key, model: null, attempt: 1, rules: [], parent: null },
});

const run = (instanceId: string, key: string, outcome: Outcome | null, kind: InstanceRun['kind'] = 'prediction') =>
  ({
    ...{ key, kind, runId: key, model: null, attempt: 1, instanceId, predictionsPath: null },
    ...{ patchHash: `${instanceId} ${key}`, patchBytes: 1, evaluations: [], outcome },
  }) satisfies InstanceRun;

const outcomes: readonly (Outcome | null | undefined)[] = [
  { kind: 'resolved' },
  { kind: 'unresolved', reason: 'tests' },
  { kind: 'none', reason: 'empty' },
  { kind: 'scored', name: 'reward', value: 0.5, max: 1 },
  null,
  undefined,
];

/** By instance, the outcomes in runs a and b; undefined: not in the run. */
const sourceOf = (
  cells: readonly (readonly (Outcome | null | undefined)[])[],
  answers: Record<string, string[]> = {},
) => {
  const rowsOf = new Map(
    cells.map((row, i) => [
      `i${i}`,
      row.flatMap((outcome, at) => (outcome === undefined ? [] : [run(`i${i}`, 'ab'[at] ?? '', outcome)])),
    ]),
  );
  const source: MatrixSource = {
    columns: [column('a'), column('b')],
    rowsOf,
    answersOn: (_id, hash) => answers[hash ?? ''] ?? [],
  };
  return { source, found: cells.map((_, i) => ({ datasetPath: '/d', id: `i${i}`, title: i === 0 ? 'First' : null })) };
};

const plain = { words: '', differ: false, order: null } as const;
const numbers = { version: 1, known: 0 };
const all = { version: 1, firstRow: 0, rows: 100, firstColumn: 0, columns: 100 };

describe('the matrix', () => {
  it('counts every instance of a column once: resolved, unresolved, scored, no verdict, not evaluated, or absent', () => {
    const cell = fc.constantFrom(...outcomes);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (cells) => {
        const { source, found } = sourceOf(cells);
        const { shape } = buildMatrix(source, found, plain, numbers);
        for (const [at, { counts }] of shape.columns.entries()) {
          const present = cells.filter((row) => row[at] !== undefined).length;
          expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(present);
        }
      }),
    );
  });

  it('gives any window, wherever it is asked for, as the whole gives it', () => {
    const cell = fc.constantFrom(...outcomes);
    const number = fc.integer({ min: -3, max: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), number, number, number, number, (cells, r, n, c, m) => {
        const { source, found } = sourceOf(cells);
        const matrix = buildMatrix(source, found, plain, numbers);
        const [row, rows, from, columns] = [r, n, c, m].map((value) => Math.max(0, value)) as [
          number,
          number,
          number,
          number,
        ];
        const window = matrixWindow(matrix, { version: 1, firstRow: r, rows: n, firstColumn: c, columns: m });
        const whole = matrixWindow(matrix, all).cells;
        expect(window.cells).toEqual(whole.slice(row, row + rows).map((line) => line.slice(from, from + columns)));
      }),
    );
  });

  it('sorts by a column: resolved first, scores, unresolved, no verdict, not evaluated, absent; ties as they stood', () => {
    const { source, found } = sourceOf([...outcomes].reverse().map((outcome) => [outcome, null]));
    const ids = (descending: boolean) =>
      buildMatrix(source, found, { ...plain, order: { column: 'a', descending } }, numbers).rows.map(({ id }) => id);
    expect(ids(false)).toEqual(['i5', 'i2', 'i4', 'i3', 'i1', 'i0']);
    expect(ids(true)).toEqual(['i0', 'i1', 'i3', 'i4', 'i2', 'i5']);
  });

  it('keeps only where runs differ; what was not evaluated differs from nothing', () => {
    const [resolved, unresolved] = outcomes;
    const { source, found } = sourceOf([
      [resolved, unresolved],
      [resolved, resolved],
      [resolved, null],
      [unresolved, undefined],
    ]);
    const { rows, shape } = buildMatrix(source, found, { ...plain, differ: true }, numbers);
    expect(rows.map(({ id }) => id)).toEqual(['i0']);
    expect(shape).toMatchObject({ rows: 1, found: 4 });
  });

  it('finds words in ids and titles', () => {
    const { source, found } = sourceOf([[null], [null]]);
    const ids = (words: string) => buildMatrix(source, found, { ...plain, words }, numbers).rows.map(({ id }) => id);
    expect([ids('FIRST i0'), ids('i1'), ids('no')]).toEqual([['i0'], ['i1'], []]);
  });

  it('marks where people contradict the tests or one another', () => {
    const { source, found } = sourceOf(
      [
        [outcomes[0], outcomes[0]],
        [outcomes[1], outcomes[0]],
      ],
      { 'i0 a': ['wrong'], 'i0 b': ['right'], 'i1 a': ['right', 'wrong'] },
    );
    const { cells } = matrixWindow(buildMatrix(source, found, plain, numbers), all);
    expect(cells.map((row) => row.map((cell) => [cell?.verdicts, cell?.disagreement]))).toEqual([
      [
        [1, true],
        [1, false],
      ],
      [
        [2, true],
        [0, false],
      ],
    ]);
  });
});
