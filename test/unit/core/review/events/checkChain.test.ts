import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../../src/core/review/events/canonicalJson';
import { ChainCheck } from '../../../../../src/core/review/events/checkChain';
import { sealEvent } from '../../../../../src/core/review/events/event';
import { sha256 } from '../../../../../src/io/store/sha256';
import { chainOf } from './chain';

const check = (lines: readonly string[]) => {
  const checking = new ChainCheck({ file: 'f', study: 's', rater: 'r1', device: 'laptop-01' }, sha256);
  for (const line of lines) checking.add(line);
  return checking.finish();
};

const found = (lines: readonly string[]) => check(lines).findings.map(({ kind, event }) => `${kind} ${event}`);

const { lines, events } = chainOf(Array.from({ length: 6 }, (_unused, index) => ({ body: { index } })));
const without = (...gone: number[]) => lines.filter((_line, index) => !gone.includes(index));

describe('RFC 8785', () => {
  it('orders keys by UTF-16 units and writes numbers as ECMAScript does', () => {
    expect(canonicalJson({ '€': 1, '\r': 2, '1': 3, '😀': 4, ö: 5 })).toBe('{"\\r":2,"1":3,"ö":5,"€":1,"😀":4}');
    expect(canonicalJson([1e21, 0.1, -0, 1.0])).toBe('[1e+21,0.1,0,1]');
    expect(() => canonicalJson(Number.NaN)).toThrow();
  });
});

describe('a chain', () => {
  it('has no findings where nothing happened to it', () => {
    expect(check(lines)).toMatchObject({ events: 6, findings: [], head: { seq: 6 } });
  });

  it('does not show a cut tail: that is said, not found', () => {
    expect(found(without(4, 5))).toEqual([]);
  });

  it.each([
    ['an edit', lines.with(2, (lines[2] ?? '').replace('"index":2', '"index":7')), ['edited 3']],
    ['an event taken out', without(2), ['removed 3']],
    ['a beginning taken out', without(0, 1), ['removed 1']],
    ['two events exchanged', [0, 2, 1, 3, 4, 5].map((i) => lines[i] ?? ''), ['reordered 2']],
    ['the last put first', [5, 0, 1, 2, 3, 4].map((i) => lines[i] ?? ''), ['reordered 1']],
    ['an event twice', [...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)], ['duplicate-seq 4']],
    ['a cut line', [...lines, (lines[5] ?? '').slice(0, 40)], ['torn 7']],
    ['a cut line in the middle', [...lines.slice(0, 3), '{"v":1,"id"', ...lines.slice(3)], ['torn 4']],
    ['something else', ['hello', ...lines], ['unreadable 1']],
    ['a later version', [...lines, '{"v":2,"x":1}'], ['version 7']],
  ] as const)('shows %s', (_name, bent, wanted) => {
    expect(found(bent)).toEqual(wanted);
  });

  it('shows an edit whose hash was made to fit, by the event after it', () => {
    const { hash: _hash, ...third } = events[2]!;
    const { line } = sealEvent({ ...third, body: { index: 7 } } as never, sha256);
    expect(found(lines.with(2, line))).toEqual(['edited 4']);
  });

  it('shows an inserted event', () => {
    const { hash: _hash, ...third } = events[2]!;
    const { line } = sealEvent({ ...third, prev: 'e'.repeat(64) } as never, sha256);
    expect(found([...lines.slice(0, 2), line, ...lines.slice(2)])).toEqual(['inserted 3']);
  });

  it('keeps both branches of a fork and marks it', () => {
    const other = chainOf([0, 1, 2, 8, 9].map((index) => ({ body: { index } })));
    expect(other.lines.slice(0, 3)).toEqual(lines.slice(0, 3));
    expect(check([...lines, ...other.lines.slice(3)])).toMatchObject({
      events: 8,
      findings: [{ kind: 'forked', event: 7 }],
    });
  });

  it('shows a file that was copied to another rater', () => {
    expect(found(chainOf([{}], 'r2').lines)).toEqual(['wrong-file 1']);
  });

  it('says which events still stand', () => {
    const [finding] = check(lines.with(2, (lines[2] ?? '').replace('"index":2', '"index":7'))).findings;
    expect(finding?.text).toContain('hash differs');
    expect(finding?.text).toContain('Events before it stand');
  });

  it('shows a line that says the same in another form, since a name that stands twice can be read otherwise', () => {
    const third = lines[2] ?? '';
    for (const form of [third.replace('{', '{"id":"other",'), third.replace('{', '{ '), ` ${third}`, `${third}\t`]) {
      expect(JSON.parse(form)).toEqual(JSON.parse(third));
      expect(found(lines.with(2, form))).toEqual(['edited 3']);
    }
    expect(found(lines.map((line) => `${line}\r`))).toEqual([]);
  });

  it('finds any single change of any byte', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(), fc.integer({ min: 32, max: 126 }), (place, at, code) => {
        const line = lines[place]!;
        const index = at % line.length;
        const letter = String.fromCharCode(code);
        fc.pre(line[index] !== letter && !line.startsWith('"hash"', index));
        return found(lines.with(place, line.slice(0, index) + letter + line.slice(index + 1))).length > 0;
      }),
    );
  });

  it('finds any removal but a tail, and any exchange', () => {
    fc.assert(fc.property(fc.nat(4), (gone) => found(without(gone)).length > 0));
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), (order) => {
        fc.pre(order.some((place, index) => place !== index));
        return found(order.map((place) => lines[place]!)).length > 0;
      }),
    );
  });
});
