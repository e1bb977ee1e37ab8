import { describe, expect, it } from 'vitest';
import { LiveLog } from '../../../../src/io/agents/liveLog';

const text = (value: string) => new TextEncoder().encode(value);

/** A port that writes slowly and notes how often. */
const slowPort = () => {
  const written: string[] = [];
  return {
    written,
    keep: async () => {},
    append: async (_name: string, bytes: Uint8Array) => {
      await Promise.resolve();
      written.push(new TextDecoder().decode(bytes));
    },
  };
};

describe('the live log of a program', () => {
  it('is written as it comes, in order, and whole at the end', async () => {
    const port = slowPort();
    const log = new LiveLog(port, 'x.stream.jsonl');
    for (const part of ['a', 'b', 'c']) log.push(text(part));
    await log.end();
    expect(port.written.join('')).toBe('abc');
  });

  it('ends at its most bytes, and says how many it threw away', async () => {
    const port = slowPort();
    const log = new LiveLog(port, 'x.stream.jsonl', 4);
    log.push(text('123'));
    log.push(text('456'));
    log.push(text('789'));
    await log.end();
    expect([port.written.join(''), log.dropped]).toEqual(['1234', 5]);
  });

  it('comes to its end though the program goes on after its most bytes were written', async () => {
    const port = slowPort();
    const log = new LiveLog(port, 'x.stream.jsonl', 2);
    log.push(text('12'));
    await log.end();
    log.push(text('34'));
    await log.end();
    expect([port.written.join(''), log.dropped]).toEqual(['12', 2]);
  });

  it('says at the end that it could not be written', async () => {
    const log = new LiveLog({ keep: async () => {}, append: () => Promise.reject(new Error('disk full')) }, 'x');
    log.push(text('a'));
    await expect(log.end()).rejects.toThrow('disk full');
  });

  it('is one file at the end where nothing can be added to one', async () => {
    const kept: string[] = [];
    const log = new LiveLog({ keep: async ({ content }) => void kept.push(String(content)) }, 'x');
    log.push(text('a'));
    log.push(text('b'));
    await log.end();
    expect(kept).toEqual(['ab']);
  });
});
