import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadAndTail } from '../../../../src/io/jobs/headAndTail';
import { OutputTap } from '../../../../src/io/jobs/outputTap';

describe('head and tail', () => {
  it('are the first and last bytes, and what is between is counted', () => {
    const data = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(data, fc.integer({ min: 2, max: 60 }), (parts, limit) => {
        const kept = new HeadAndTail(limit);
        for (const part of parts) kept.push(part);
        const { bytes, cut } = kept.result();
        const whole = Buffer.concat(parts);
        const half = Math.floor(limit / 2);
        if (whole.length <= 2 * half) expect(Buffer.from(bytes)).toEqual(whole);
        else {
          const expected = Buffer.concat([whole.subarray(0, half), whole.subarray(whole.length - half)]);
          expect(Buffer.from(bytes)).toEqual(expected);
        }
        expect(cut).toBe(Math.max(0, whole.length - 2 * half));
      }),
    );
  });
});

describe('the tap on the output', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('hashes everything, whether or not somebody reads', async () => {
    const tap = new OutputTap();
    await tap.push(bytes('a'));
    expect(tap.digest()).toBeNull();
    await tap.push(bytes('b'));
    tap.end();
    expect(tap.digest()).toEqual({ bytes: 2, sha256: createHash('sha256').update('ab').digest('hex') });
  });

  it('says nothing of a stream that broke', async () => {
    const tap = new OutputTap();
    tap.markBroken();
    tap.end();
    expect(tap.digest()).toBeNull();
    const other = new OutputTap();
    other.end(true);
    expect(other.digest()).toBeNull();
  });

  it('holds the writer back while the reader is slow, and never after the reader left', async () => {
    const tap = new OutputTap();
    const reader = tap.read();
    const first = reader.next();
    await tap.push(new Uint8Array(10));
    await first;
    let written = 0;
    const writing = (async () => {
      for (let at = 0; at < 8; at++) {
        await tap.push(new Uint8Array(512 * 1024));
        written = at + 1;
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(written).toBeLessThan(4);
    await reader.return(undefined);
    await writing;
    expect(written).toBe(8);
  });

  it('gives the reader what came, and ends', async () => {
    const tap = new OutputTap();
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of tap.read()) read.push(Buffer.from(chunk).toString());
    })();
    await Promise.resolve();
    await tap.push(bytes('x'));
    await tap.push(bytes('y'));
    tap.end();
    await reading;
    expect(read.join('')).toBe('xy');
  });
});
