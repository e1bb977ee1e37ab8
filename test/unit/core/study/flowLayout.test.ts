import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorTypes } from '../../../../src/core/evaluation/errorType';
import { flowSvg, share } from '../../../../src/core/study/comparisonText';
import { flowLayout } from '../../../../src/core/study/flowLayout';
import { compareRuns, type ErrorFlow } from '../../../../src/core/study/runComparison';

const type = fc.constantFrom(...errorTypes);
const flows = fc
  .uniqueArray(fc.record({ from: type, to: type, n: fc.integer({ min: 1, max: 500 }) }), {
    selector: ({ from, to }) => `${from} ${to}`,
    minLength: 1,
  })
  .map((list): readonly ErrorFlow[] => list);
const size = { width: 300, height: 320 };

describe('the flow picture', () => {
  it('gives both sides all instances, inside the picture, at one scale, labels a line apart', () => {
    fc.assert(
      fc.property(flows, (list) => {
        const { nodes, ribbons } = flowLayout(list, size);
        const total = list.reduce((sum, { n }) => sum + n, 0);
        for (const side of ['a', 'b'] as const) {
          const own = nodes.filter((node) => node.side === side);
          expect(own.reduce((sum, { n }) => sum + n, 0)).toBe(total);
          expect(Math.max(...own.map(({ y, height }) => y + height))).toBeLessThanOrEqual(size.height + 0.01);
          const labels = own.map(({ labelY }) => labelY);
          labels.slice(1).forEach((y, i) => {
            expect(y - (labels[i] ?? 0)).toBeGreaterThanOrEqual(14.99);
          });
        }
        expect(new Set(nodes.map(({ n, height }) => (height / n).toFixed(6))).size).toBe(1);
        expect(ribbons.map(({ from, to, n }) => ({ from, to, n }))).toEqual(list);
      }),
    );
  });

  it('marks what was lost, gained, and what is too small to stand alone', () => {
    const kinds = flowLayout(
      [
        { from: 'ok', to: 'ok', n: 9 },
        { from: 'ok', to: 'name', n: 3 },
        { from: 'name', to: 'ok', n: 4 },
        { from: 'name', to: 'syntax', n: 5 },
        { from: 'ok', to: 'import', n: 2 },
      ],
      size,
    ).ribbons.map(({ kind }) => kind);
    expect(kinds).toEqual(['same', 'lost', 'gained', 'moved', 'small']);
  });

  it('is an SVG whose names cannot break out of it', () => {
    const side = { inRun: true, outcome: { kind: 'resolved' } as const, error: null };
    const error = { type: 'ok' as const, rule: 'resolved', line: null, text: null };
    const counted = compareRuns([{ instanceId: 'i', a: { ...side, error }, b: { ...side, error } }]);
    const svg = flowSvg(counted, '<script>alert(1)</script>', '"&\u0007');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('OK 1 (100.0%)');
    expect(svg.match(/<path /g)).toHaveLength(1);
  });

  it('never prints a percentage without its n', () => {
    expect(share(3, 12)).toBe('3 of 12 (25.0%)');
    expect(share(0, 0)).toBe('0 of 0');
  });
});
