import { Readable } from 'node:stream';
import fc from 'fast-check';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { demux } from '../../../../src/io/docker/demux';
import { readOutputArchive } from '../../../../src/io/docker/outputArchive';
import { readProgress } from '../../../../src/io/docker/progressStream';

const frame = (stream: number, bytes: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};

/** Cuts bytes into chunks at the given places. */
const chunks = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end));
};

describe('demux', () => {
  it('gives the same bytes per stream however they are cut', async () => {
    const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(frames, fc.array(fc.nat(), { maxLength: 20 }), async (written, cuts) => {
        const bytes = Buffer.concat(written.map(([stream, payload]) => frame(stream, payload)));
        const read: Record<number, Buffer[]> = { 1: [], 2: [] };
        for await (const one of demux(Readable.from(chunks(bytes, cuts))))
          read[one.stream]?.push(Buffer.from(one.bytes));
        for (const stream of [1, 2]) {
          const expected = written.filter(([to]) => to === stream).map(([, payload]) => payload);
          expect(Buffer.concat(read[stream] ?? [])).toEqual(Buffer.concat(expected));
        }
      }),
    );
  });
});

describe('what a container left', () => {
  const read = (fill: (archive: ReturnType<typeof pack>) => void) => {
    const archive = pack();
    fill(archive);
    archive.finalize();
    return readOutputArchive(archive as unknown as Readable);
  };

  it('files below /out by their relative names', async () => {
    const { files, skipped } = await read((archive) => {
      archive.entry({ name: 'out/', type: 'directory' });
      archive.entry({ name: 'out/test_output.txt' }, 'log');
      archive.entry({ name: 'out/deep/ä b.txt' }, 'x');
    });
    expect([...files.keys()]).toEqual(['test_output.txt', 'deep/ä b.txt']);
    expect(Buffer.from(files.get('test_output.txt') ?? []).toString()).toBe('log');
    expect(skipped).toEqual([]);
  });

  it('refuses names that leave the folder, links, devices and doubles, and says so', async () => {
    const { files, skipped } = await read((archive) => {
      for (const name of ['../up', 'out/../up', '/etc/passwd', 'out/a/../../up', 'out/a\\b', 'out//x', 'out/./y'])
        archive.entry({ name }, 'x');
      archive.entry({ name: 'out/link', type: 'symlink', linkname: '/etc/passwd' });
      archive.entry({ name: 'out/hard', type: 'link', linkname: '/etc/passwd' });
      archive.entry({ name: 'out/fifo', type: 'fifo' });
      archive.entry({ name: 'out/device', type: 'character-device' });
      archive.entry({ name: 'out/good' }, '1');
      archive.entry({ name: 'out/good' }, '2');
    });
    expect([...files.entries()].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([['good', '1']]);
    expect(skipped.length).toBe(12);
  });

  it('counts the files', async () => {
    const { files, skipped } = await read((archive) => {
      for (let at = 0; at < 1005; at++) archive.entry({ name: `out/${at}` }, '');
    });
    expect(files.size).toBe(1000);
    expect(skipped.length).toBe(5);
  });

  it('a folder full of files ends the reading, with what came before', async () => {
    const archive = pack();
    for (let at = 0; at < 5000; at++) archive.entry({ name: `out/${at}` }, 'x');
    const { files, skipped } = await readOutputArchive(archive as unknown as Readable);
    expect(files.size).toBe(1000);
    expect(skipped.length).toBe(1001);
    expect(skipped.at(-1)).toContain('and all after it: more than 2000 files');
  });

  it('a file of more bytes than are read at all is not waited for', async () => {
    const archive = pack();
    archive.entry({ name: 'out/a' }, 'first');
    archive.entry({ name: 'out/huge', size: 2 ** 40 });
    const { files, skipped } = await readOutputArchive(archive as unknown as Readable);
    expect([...files.keys()]).toEqual(['a']);
    expect(skipped).toEqual([expect.stringContaining('"huge" and all after it: more than')]);
  });
});

describe('the messages of a pull', () => {
  it('an error in the last messages is found, however the lines are cut', async () => {
    const text = '{"status":"Pulling"}\r\n{"status":"ä"}\nno json\n{"errorDetail":{},"error":"manifest unknown"}';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 10 }), async (cuts) => {
        const seen: (string | undefined)[] = [];
        const error = await readProgress(Readable.from(chunks(Buffer.from(text), cuts)), ({ status }) =>
          seen.push(status),
        );
        expect(error).toBe('manifest unknown');
        expect(seen).toEqual(['Pulling', 'ä', undefined, undefined]);
      }),
    );
  });
});
