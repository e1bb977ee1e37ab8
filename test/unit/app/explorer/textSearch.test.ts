import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TextSearch, TextSearches, wordsOf } from '../../../../src/app/explorer/textSearch';
import { indexDataset } from '../../../../src/app/indexDataset';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../../src/io/index/rowSeek';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const ports = { files: nodeFiles, seek: rowSeek };
const noCache = { load: async () => null, save: async () => {} };

const dataset = async (path: string) => {
  const { rows } = await indexDataset({ files: nodeFiles, cache: noCache }, path);
  return { id: path, path, instances: rows };
};

const found = ({ rows }: TextSearch): number[] => [...rows].flatMap((hit, i) => (hit === 1 ? [i] : []));

const piece = fc.constantFrom(
  'Alpha',
  'beta',
  'ÄÖ',
  'x"y',
  'a\\b',
  '<tag>',
  '\u0001',
  '日本',
  'Z_9',
  '\u212a',
  '\u0130',
  'ki',
);
const text = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(' '));

describe('the search of a text', () => {
  it('finds, case aside, the rows that hold every word in id, repository, statement or patches, and no others', async () => {
    const row = fc.record({ problem_statement: text, patch: text, test_patch: text, hints_text: text });
    const escaped = fc.boolean();
    const property = fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      text,
      escaped,
      async (rows, sought, ascii) => {
        const written = jsonLines(rows.map((fields, i) => instanceRow(`o__n-${i}`, fields)));
        const inAscii = (all: string) =>
          all.replace(/[\u0080-\uffff]|(?<=al)p/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
        const path = folder.write('d.jsonl', ascii ? inAscii(written) : written);
        const search = new TextSearch(ports, [await dataset(path)], sought);
        await search.done;
        const words = wordsOf(sought);
        const expected = rows.flatMap(({ problem_statement, patch, test_patch }, i) => {
          const all = [`o__n-${i}`, 'acme/ledger', problem_statement, patch, test_patch].join('\n').toLowerCase();
          return words.every((word) => all.includes(word)) ? [i] : [];
        });
        expect(found(search)).toEqual(expected);
        expect(search.state.running).toBe(false);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('has ids, repositories and titles at once', async () => {
    const path = folder.write(
      'd.jsonl',
      jsonLines([instanceRow('o__n-1'), instanceRow('o__n-2', { patch: 'Totals' })]),
    );
    const search = new TextSearch(ports, [await dataset(path)], 'TOTALS n-1');
    expect(found(search)).toEqual([0]);
    expect(search.state.running).toBe(true);
    await search.done;
  });

  it('goes over all datasets, also those whose rows can not be sought', async () => {
    const lines = folder.write(
      'a.jsonl',
      jsonLines([instanceRow('a__a-1'), instanceRow('a__a-2', { patch: 'needle' })]),
    );
    const document = folder.write('b.json', JSON.stringify([instanceRow('b__b-1', { patch: 'Needle' })]));
    const search = new TextSearch(ports, [await dataset(lines), await dataset(document)], 'needle');
    await search.done;
    expect(found(search)).toEqual([1, 2]);
  });

  it('reads rows longer than a block, and many in one', async () => {
    const filler = 'y'.repeat(5 * 1024 * 1024);
    const rows = [instanceRow('a__a-0', { patch: filler }), instanceRow('a__a-1', { patch: `${filler}needle` })];
    const many = Array.from({ length: 500 }, (_, i) =>
      instanceRow(`c__c-${i}`, { patch: i % 50 === 7 ? 'needle' : '' }),
    );
    const path = folder.write('d.jsonl', jsonLines([...rows, ...many]));
    const search = new TextSearch(ports, [await dataset(path)], 'needle');
    await search.done;
    expect(found(search)).toEqual([1, ...Array.from({ length: 10 }, (_, i) => 2 + i * 50 + 7)]);
  });

  it('stops when it is cancelled, and keeps what it had', async () => {
    const path = folder.write(
      'd.jsonl',
      jsonLines([instanceRow('needle__a-1'), instanceRow('a__a-2', { patch: 'needle' })]),
    );
    const search = new TextSearch(ports, [await dataset(path)], 'needle');
    search.cancel();
    await search.done;
    expect(found(search)).toEqual([0]);
    expect(search.state.running).toBe(false);
  });

  it('is one search for texts of the same words, and none for blanks', async () => {
    const path = folder.write('d.jsonl', jsonLines([instanceRow('a__a-1')]));
    const searches = new TextSearches(ports, [await dataset(path)]);
    expect(searches.of('  ')).toBeNull();
    const first = searches.of('A  b');
    expect(searches.of('a b ')).toBe(first);
    searches.cancel();
    await first?.done;
  });
});
