import { describe, expect, it } from 'vitest';
import { type Api, type Channel, RpcConnection } from '../../../src/protocol/rpc';

/** Two ends of one wire; messages are copied as a real boundary does, and arrive later. */
const wire = (): { readonly a: Channel; readonly b: Channel } => {
  const handlers = { a: new Set<(message: unknown) => void>(), b: new Set<(message: unknown) => void>() };
  const end = (own: 'a' | 'b', other: 'a' | 'b'): Channel => ({
    post: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => {
        for (const handler of handlers[other]) handler(copy);
      });
    },
    listen: (handler) => {
      handlers[own].add(handler);
      return () => handlers[own].delete(handler);
    },
  });
  return { a: end('a', 'b'), b: end('b', 'a') };
};

type Adder = { add(pair: readonly [number, number]): number; fail(none: undefined): never };

const adder = {
  add: ([x, y]: readonly [number, number]) => x + y,
  fail: () => {
    throw new Error('not today');
  },
} satisfies Api;

describe('a connection', () => {
  it('answers calls, each its own', async () => {
    const { a, b } = wire();
    new RpcConnection(a, adder);
    const { remote } = new RpcConnection<Adder>(b, {});
    expect(await Promise.all([remote.add([1, 2]), remote.add([3, 4])])).toEqual([3, 7]);
  });

  it('passes a failure on by its words', async () => {
    const { a, b } = wire();
    new RpcConnection(a, adder);
    await expect(new RpcConnection<Adder>(b, {}).remote.fail(undefined)).rejects.toThrow('not today');
  });

  it('refuses names that the other side does not offer, inherited ones too', async () => {
    const { a, b } = wire();
    new RpcConnection(a, adder);
    const { remote } = new RpcConnection<Record<string, (none: undefined) => unknown>>(b, {});
    await expect(remote['toString']?.(undefined)).rejects.toThrow('No function "toString"');
  });

  it('passes over what is no message of ours', async () => {
    const { a, b } = wire();
    new RpcConnection(a, adder);
    const { remote } = new RpcConnection<Adder>(b, {});
    b.post({ rpc: 'done', id: 99, value: 1 });
    b.post('text');
    b.post(null);
    expect(await remote.add([1, 1])).toBe(2);
  });

  it('fails what waits when it is closed', async () => {
    const { b } = wire();
    const connection = new RpcConnection<Adder>(b, {});
    const waiting = connection.remote.add([1, 1]);
    connection.dispose();
    await expect(waiting).rejects.toThrow('closed');
  });
});
