import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSseEvent } from '../../../../../../src/core/run/gateway/sse/sseEvent';
import { SseSplitter } from '../../../../../../src/core/run/gateway/sse/sseSplitter';

const line = fc.oneof(
  fc.string({ maxLength: 12, unit: 'grapheme' }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
  fc.constantFrom('event: x', ': comment', '', 'data', 'data: {"a":"ü€𝄞"}'),
);
const stream = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.map((one) => one + end).join(''));

/** The same bytes in pieces, wherever the cuts fall. */
const cutAt = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => bytes.subarray(from, places[at] ?? bytes.length));
};

const eventsOf = (pieces: readonly Uint8Array[]) => {
  const splitter = new SseSplitter();
  const events = pieces.flatMap((piece) => splitter.push(piece));
  return { events, rest: splitter.rest() };
};

describe('a stream of events', () => {
  it('is cut into the same events however its bytes come, and no byte is lost or changed', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        const bytes = new TextEncoder().encode(text);
        const { events, rest } = eventsOf(cutAt(bytes, cuts));
        expect(Buffer.concat([...events, rest]).equals(Buffer.from(bytes))).toBe(true);
        const whole = eventsOf([bytes]);
        expect(events.map((event) => readSseEvent(event))).toEqual(whole.events.map((event) => readSseEvent(event)));
      }),
    );
  });

  it('has names, data of several lines, comments that mean nothing, and an end that may be missing', () => {
    const { events, rest } = eventsOf([
      Buffer.from('event: a\ndata: 1\ndata:2\n: no\n\nid: 7\r\ndata: 3\r\n\r\ndata: cut'),
    ]);
    expect(events.map((event) => readSseEvent(event))).toEqual([
      { name: 'a', data: '1\n2' },
      { name: null, data: '3' },
    ]);
    expect(readSseEvent(rest).data).toBe('cut');
  });
});
