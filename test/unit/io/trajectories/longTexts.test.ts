import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawRecord, RecordCut } from '../../../../src/core/run/trajectory/trajectoryFormat';
import { LongTexts } from '../../../../src/io/trajectories/longTexts';
import { recordStream } from '../../../../src/io/trajectories/recordStream';

const kept = 256 * 1024;

const shorten = (text: string, sizes: readonly number[] = []) => {
  const bytes = Buffer.from(text);
  const texts = new LongTexts();
  let at = 0;
  for (const size of sizes) {
    texts.add(bytes.subarray(at, at + size));
    at = Math.min(bytes.length, at + size);
  }
  texts.add(bytes.subarray(at));
  return { text: Buffer.from(texts.bytes()).toString(), left: texts.left, length: texts.length };
};

describe('a value without its long texts', () => {
  it('is itself where it has none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat(20)), (value, sizes) => {
        const text = JSON.stringify(value);
        expect(shorten(text, sizes)).toMatchObject({ text, left: 0 });
      }),
    );
  });

  it('keeps the beginning of a long text, says what is left out, and keeps all behind it, however it is chunked', () => {
    const unit = fc.constantFrom('a', '"', '\\', 'é', '\u0001', '😀', '\n');
    fc.assert(
      fc.property(unit, fc.nat(9), fc.array(fc.nat(400_000), { maxLength: 4 }), (char, shift, sizes) => {
        const value = { before: 1, long: 'x'.repeat(shift) + char.repeat(kept), after: ['"'] };
        const text = JSON.stringify(value);
        const short = shorten(text, sizes);
        expect(short).toEqual(shorten(text));
        const found = JSON.parse(short.text);
        expect({ ...found, long: null }).toEqual({ ...value, long: null });
        if (short.left === 0) expect(found).toEqual(value);
        else {
          const end = found.long.lastIndexOf('\n[');
          expect(end).toBeGreaterThan(kept / 6 - 9);
          expect(value.long.startsWith(found.long.slice(0, end))).toBe(true);
          expect(found.long.slice(end)).toMatch(/MiB of this text are left out here/);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a record over the limit', () => {
  const read = async (text: string, cut: RecordCut, limit: number) => {
    const records: RawRecord[] = [];
    const bytes = Buffer.from(text);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
    }
    for await (const batch of recordStream(pieces(), 'f', cut, { limit }))
      if (batch.kind === 'records') records.push(...batch.records);
    return records;
  };
  const long = JSON.stringify({ id: 1, output: 'x'.repeat(4_000_000), code: 7 });

  it.each([
    ['line', `{"id":0}\n${long}\n{"id":2}\n`, { kind: 'lines' }],
    ['element', `[{"id":0},${long} , {"id":2}]`, { kind: 'array' }],
    ['member', `{"messages":[{"id":0},${long},{"id":2}]}`, { kind: 'document', arrays: ['messages'] }],
  ] as const)('is a %s that is read without its long text, and says so', async (_what, text, cut) => {
    const records = await read(text, cut, 500_000);
    expect(records.map(({ value }) => (value as { id: number }).id)).toEqual([0, 1, 2]);
    expect(records[1]).toMatchObject({ broken: null, value: { code: 7 }, note: expect.stringMatching(/left out/) });
    expect(text.slice(records[1]?.ref.start, records[1]?.ref.end).trimEnd()).toBe(long);
  });

  it('is broken where it is too long for other reasons', async () => {
    const [record] = await read(`[${Array(2_000_000).fill(1).join()}]\n`, { kind: 'lines' }, 500_000);
    expect(record?.broken).toMatch(/in one piece/);
  });
});
