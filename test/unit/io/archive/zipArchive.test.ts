import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipArchive } from '../../../../src/io/archive/zipArchive';
import { ZipFault } from '../../../../src/io/archive/zipFault';
import '../../../fakes/fixedSeed';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { type ZipPart, zipOf } from '../../../fakes/zip';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const withArchive = async <T>(bytes: Uint8Array, use: (archive: ZipArchive) => Promise<T>): Promise<T> =>
  use(await ZipArchive.open(folder.write('a.zip', bytes)));

const textOf = async (archive: ZipArchive, name: string): Promise<string> => {
  const entry = archive.entry(name);
  if (!entry) throw new Error(`no ${name}`);
  const parts: Uint8Array[] = [];
  for await (const chunk of archive.bytes(entry)) parts.push(chunk);
  return Buffer.concat(parts).toString();
};

const read = (parts: readonly ZipPart[], name = 'a'): Promise<string> =>
  withArchive(zipOf(parts), (archive) => textOf(archive, name));

const one = (part: Partial<ZipPart>): readonly ZipPart[] => [{ name: 'a', data: 'some text of an entry', ...part }];

describe('entries of a zip archive', () => {
  it.each([0, 8, 93])('are read by method %i', async (method) => {
    const data = 'line of a log\n'.repeat(40_000);
    await withArchive(
      zipOf(
        [
          { name: 'b', data: 'before' },
          { name: 'a', data, method },
        ],
        'a comment',
      ),
      async (archive) => {
        expect(await textOf(archive, 'a')).toBe(data);
      },
    );
  });

  it('have names that are only names', async () => {
    const names = ['../../etc/passwd', '/root/x', 'C:\\x', 'a/../b', '__proto__', ''];
    await withArchive(zipOf(names.map((name) => ({ name, data: name }))), async (archive) => {
      expect(archive.entries.map((entry) => entry.name)).toEqual(names);
      for (const name of names) expect(await textOf(archive, name)).toBe(name);
      expect(archive.entry('toString')).toBeNull();
    });
  });

  it('keep their bytes apart where two names are no UTF-8', async () => {
    const parts = [0xe9, 0xe8].map((byte) => ({ name: Buffer.from([byte]), data: `${byte}` }));
    await withArchive(zipOf(parts), async (archive) => {
      expect(archive.entries.map((entry) => entry.name)).toEqual(['é', 'è']);
    });
  });

  it('of one name: the last is the one, as who appends to a log means it', async () => {
    expect(await read([...one({ data: 'old' }), ...one({ data: 'new' })])).toBe('new');
  });

  it.each<[string, Partial<ZipPart>, RegExp]>([
    ['encrypted', { flags: 0x801 }, /encrypted/],
    ['packed by an unknown method', { method: 77 }, /method 77/],
    ['packed by bzip2', { method: 12 }, /bzip2/],
    ['longer than stated', { said: { size: 3 } }, /more bytes/],
    ['shorter than stated', { said: { size: 300 } }, /fewer bytes/],
    ['of another checksum', { said: { crc: 1 } }, /checksum/],
    ['of damaged deflate', { packed: Buffer.from('no deflate at all') }, /deflate data/],
    ['of damaged zstd', { method: 93, packed: Buffer.from('no zstd at all, of any kind') }, /zstd data/],
    ['of no zstd bytes', { method: 93, packed: Buffer.from([0x28, 0xb5, 0x2f]) }, /ends early/],
    ['of zstd with a dictionary', { method: 93, packed: Buffer.from('28b52ffd0138010000', 'hex') }, /dictionary/],
    ['of zstd with a huge window', { method: 93, packed: Buffer.from('28b52ffd00a8010000', 'hex') }, /window/],
    ['reaching into the directory', { said: { packed: 400 } }, /overlap/],
    ['elsewhere than the directory says', { said: { at: 1 } }, /does not stand where/],
  ])('that are %s are said', async (_, part, words) => {
    await expect(read(one(part))).rejects.toThrow(words);
  });

  it('that share their bytes are said, both', async () => {
    const bytes = zipOf([...one({}), { name: 'b', data: 'some text of an entry', said: { at: 0 } }]);
    await withArchive(bytes, async (archive) => {
      for (const entry of archive.entries) expect(entry.fault).toMatch(/overlap/);
    });
  });

  it('that would unpack to a thousand times their size and more are refused unread', async () => {
    const packed = Buffer.concat([
      Buffer.from('28b52ffd0038', 'hex'),
      ...Array.from({ length: 800 }, (_, i) => Buffer.from([(i === 799 ? 3 : 2) | 0, 0, 0x10, 0x41])),
    ]);
    const size = 800 * 128 * 1024;
    await expect(read(one({ method: 93, packed, said: { size } }))).rejects.toThrow(/1,000 times/);
  });

  it('cut into many tiny zstd blocks of a wide window are given up', async () => {
    const block = Buffer.from([0b10 | (1 << 3), 0, 0, 0x41]);
    const packed = Buffer.concat([Buffer.from('28b52ffd0078', 'hex'), Buffer.alloc(400_000, block)]);
    await expect(read(one({ method: 93, packed, said: { size: 200_000 } }))).rejects.toThrow(/so small/);
  });
});

describe('a zip archive', () => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut before its directory', (bytes) => bytes.subarray(0, 60)],
    ['of nothing', () => Buffer.alloc(0)],
    ['that is text', () => Buffer.from('{"version": 2}'.repeat(20))],
    ['with a damaged directory', (bytes) => Buffer.from(bytes.toString('hex').replace('504b0102', '504b0000'), 'hex')],
  ])('%s is said', async (_, spoil) => {
    const bytes = spoil(zipOf(one({})));
    await expect(withArchive(bytes, async () => null)).rejects.toThrow(ZipFault);
  });

  it('with numbers of zip64 is read', async () => {
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    const data = 'stored';
    for (const at of [4, 12]) extra.writeBigUInt64LE(BigInt(data.length), at);
    const full = 0xffff_ffff;
    expect(await read(one({ data, method: 0, extra, said: { size: full, packed: full, at: full } }))).toBe(data);
  });

  it('of any entries gives them back', async () => {
    const part = fc.record({
      name: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
      data: fc.uint8Array({ maxLength: 2_000 }),
      method: fc.constantFrom(0, 8, 93),
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 6 }), async (parts) => {
        await withArchive(zipOf(parts), async (archive) => {
          for (const { name, data } of parts) expect(await textOf(archive, name)).toBe(Buffer.from(data).toString());
        });
      }),
      { numRuns: 60 },
    );
  });

  it('of spoilt bytes gives its entries or a fault, and nothing else', async () => {
    const good = zipOf([0, 8, 93].map((method) => ({ name: `m${method}`, data: 'text '.repeat(200), method })));
    const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(good.length), async (spoilt, length) => {
        const bytes = Buffer.from(good.subarray(0, length % 3 === 0 ? length : good.length));
        for (const [at, byte] of spoilt) if (at < bytes.length) bytes[at] = byte;
        try {
          await withArchive(bytes, async (archive) => {
            for (const entry of archive.entries) await textOf(archive, entry.name).catch(faultOnly);
          });
        } catch (error) {
          faultOnly(error);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const faultOnly = (error: unknown): void => {
  if (!(error instanceof ZipFault)) throw error;
};
