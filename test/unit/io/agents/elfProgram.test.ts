import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readElf } from '../../../../src/io/agents/elfProgram';

/** The head of a program for 64 bits with one entry, which names its loader. */
const program = (machine: number, loader: string | null): Uint8Array => {
  const bytes = Buffer.alloc(64 + 56 + 64);
  bytes.write('\u007fELF\u0002\u0001', 'latin1');
  bytes.writeUInt16LE(machine, 18);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(1, 56);
  bytes.writeUInt32LE(loader === null ? 1 : 3, 64);
  bytes.writeBigUInt64LE(120n, 64 + 8);
  bytes.writeBigUInt64LE(BigInt((loader ?? '').length + 1), 64 + 32);
  bytes.write(loader ?? '', 120, 'latin1');
  return bytes;
};

describe('the head of a program', () => {
  it('says its machine and the loader that it asks for', () => {
    const loader = '/lib64/ld-linux-x86-64.so.2';
    expect(readElf(program(0x3e, loader))).toEqual({ machine: 'x86_64', loader });
    expect(readElf(program(0xb7, null))).toEqual({ machine: 'aarch64', loader: null });
  });

  it('is null for what is none, cut or spoilt', () => {
    expect(readElf(Buffer.from('#!/bin/sh\n'))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(183), (noise, at) => {
        const bytes = program(0x3e, '/lib/ld.so');
        bytes.set(noise.subarray(0, bytes.length - at), at);
        readElf(bytes);
        readElf(bytes.subarray(0, at));
        readElf(noise);
      }),
    );
  });
});
