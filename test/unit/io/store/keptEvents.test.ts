import { appendFileSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptEvents } from '../../../../src/io/store/keptEvents';
import { readEvents } from '../../../../src/io/store/readEvents';
import { runs } from '../../../fakes/runs';
import { chainOf } from '../../core/review/events/chain';
import { tempFolder } from './tempFolder';

const idsOf = async (events: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id } of events) ids.push(id);
  return ids;
};

const { lines } = chainOf(
  Array.from({ length: 12 }, (_unused, n) => ({ id: `e${n}`, body: { words: 'ö'.repeat(n) } })),
);
const text = lines.map((line) => `${line}\n`).join('');

const chainFile = (root: string): string => {
  const file = join(root, '.touchstone/s/events/r1/laptop-01.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  return file;
};

describe('events that are kept between two readings', () => {
  it('are those of the disk, however a file grows, byte by byte, torn and mended', async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pieces, async (sizes) => {
        const [root, kept] = [tempFolder(), new KeptEvents()];
        const file = chainFile(root);
        const bytes = Buffer.from(text);
        let at = 0;
        for (const size of sizes) {
          appendFileSync(file, bytes.subarray(at, at + size));
          at += size;
          expect(await idsOf(kept.read(root))).toEqual(await idsOf(readEvents(root)));
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it('are read anew where a file was cut, rewritten in place, or replaced as git does', async () => {
    const [root, kept] = [tempFolder(), new KeptEvents()];
    const file = chainFile(root);
    const ids = () => idsOf(kept.read(root));
    writeFileSync(file, text);
    expect(await ids()).toHaveLength(12);
    writeFileSync(
      file,
      lines
        .slice(0, 5)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(await ids()).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    writeFileSync(
      file,
      [...lines]
        .reverse()
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect((await ids())[0]).toBe('e11');
    const beside = `${file}.new`;
    writeFileSync(beside, text);
    renameSync(beside, file);
    expect((await ids())[0]).toBe('e0');
    const { lines: other } = chainOf([{ id: 'x' }, ...lines.slice(1).map((_line, n) => ({ id: `y${n}` }))]);
    writeFileSync(file, other.map((line) => `${line}\n`).join(''));
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    expect((await ids())[0]).toBe('x');
  });
});
