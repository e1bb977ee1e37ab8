import { lstatSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ExtractOptions, extractTree } from '../../../../src/io/archive/extractTree';
import { listTree } from '../../../fakes/listTree';
import { paxRecord, type TarPiece, tarOf, tarPiece } from '../../../fakes/tar';
import { throwAway } from '../../../fakes/throwAway';

const limits = { entries: 1000, bytes: 1_000_000 };

async function* inPieces(bytes: Uint8Array, length = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Extracts into `tree` of a folder whose own files must not change. */
const extract = async (bytes: Uint8Array, options: Partial<ExtractOptions> = {}) => {
  const outer = await throwAway('tree-');
  const root = join(outer, 'tree');
  mkdirSync(root);
  const report = await extractTree(inPieces(bytes), root, { limits, leaveOut: [], ...options });
  expect(Object.keys(listTree(outer)).filter((name) => name !== 'tree' && !name.startsWith('tree/'))).toEqual([]);
  return { root, report, tree: listTree(root) };
};

const skippedOf = async (...pieces: readonly TarPiece[]) => {
  const { report, tree } = await extract(tarOf(...pieces, { name: 'good.txt', data: 'good' }));
  expect(tree['good.txt']).toBe('good');
  return { skipped: report.skipped, names: Object.keys(tree).filter((name) => name !== 'good.txt') };
};

describe('a tree out of a sandbox', () => {
  it('keeps files, folders, links and the rwx bits, and nothing else of the modes', async () => {
    const { root, report, tree } = await extract(
      tarOf(
        { name: './', flag: '5', mode: 0o755 },
        { name: './a/', flag: '5', mode: 0o700 },
        { name: './a/run.sh', data: '#!/bin/sh\n', mode: 0o6755 },
        { name: './a/maß \u{1f600}', data: 'x' },
        { name: './link', flag: '2', link: 'a/run.sh' },
        { name: './empty', data: '' },
      ),
    );
    expect(tree).toEqual({
      a: null,
      'a/run.sh': '#!/bin/sh\n',
      'a/maß \u{1f600}': 'x',
      link: '-> a/run.sh',
      empty: '',
    });
    expect(statSync(join(root, 'a/run.sh')).mode & 0o7777).toBe(0o755);
    expect(report).toEqual({ files: 3, bytes: 11, skipped: [] });
  });

  it('takes names of any length, in both ways of writing them', async () => {
    const long = `${'d'.repeat(90)}/${'e'.repeat(90)}/f`;
    const { tree } = await extract(
      tarOf(
        { name: '././@LongLink', flag: 'L', data: `${long}\0` },
        { name: 'cut', data: 'gnu' },
        { name: 'head', flag: 'x', data: paxRecord('path', `${long}2`) + paxRecord('mtime', '1.5') },
        { name: 'cut', data: 'pax' },
        { name: 'head', flag: 'x', data: paxRecord('linkpath', long) },
        { name: 'to', flag: '2', link: 'cut' },
        { name: 'plain', data: 'p' },
      ),
    );
    expect(tree).toMatchObject({ [long]: 'gnu', [`${long}2`]: 'pax', to: `-> ${long}`, plain: 'p' });
  });

  it('copies a hard link to a file of the tree', async () => {
    const { root, tree } = await extract(tarOf({ name: 'a', data: 'A' }, { name: 'd/b', flag: '1', link: './a' }));
    expect(tree['d/b']).toBe('A');
    expect(lstatSync(join(root, 'd/b')).nlink).toBe(1);
  });

  it('leaves out what it is told to, and every repository of its own below', async () => {
    const pieces = [
      { name: '.git/config', data: '[core] fsmonitor = evil' },
      { name: 'sub/.git/config', data: 'x' },
      { name: 'sub/.GIT/hooks/post-checkout', data: 'x' },
      { name: 'sub/code', data: 'y' },
    ];
    const { tree, report } = await extract(tarOf(...pieces), { leaveOut: ['.git'] });
    expect(tree).toEqual({ sub: null, 'sub/code': 'y' });
    expect(report.skipped).toEqual([
      '"sub/.git/config": a repository\'s own folder',
      '"sub/.GIT/hooks/post-checkout": a repository\'s own folder',
    ]);
  });

  it('is only made in an empty folder', async () => {
    const root = await throwAway('full-');
    mkdirSync(join(root, 'x'));
    await expect(extractTree(inPieces(tarOf()), root, { limits, leaveOut: [] })).rejects.toThrow('empty folder');
  });

  it('ends at its limits, and says so', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ name: `f${index}`, data: 'x'.repeat(100) }));
    const few = await extract(tarOf(...many), { limits: { entries: 5, bytes: 1e6 } });
    expect(few.report).toEqual({ files: 5, bytes: 500, skipped: ['"f5 and all after it": more than 5 entries'] });
    const small = await extract(tarOf(...many), { limits: { entries: 100, bytes: 950 } });
    expect(small.report.skipped).toEqual(['"f9 and all after it": more than 950 bytes in all']);
    const deep = await extract(tarOf({ name: 'a/b/c/d/e/f', data: 'x' }), { limits: { entries: 4, bytes: 1e6 } });
    expect(deep.report.skipped).toEqual(['"a/b/c/d/e/f": more than 4 entries']);
  });

  it('does not tell names apart that the disk takes for one', async () => {
    const rules = { foldsCase: true, windows: true };
    const { tree, report } = await extract(
      tarOf(
        { name: 'Readme', data: '1' },
        { name: 'README', data: '2' },
        { name: 'Lib/a', data: '3' },
        { name: 'lib/b', data: '4' },
        { name: 'aux.c', data: '5' },
        { name: 'a:b', data: '6' },
        { name: 'dot./x', data: '7' },
      ),
      { rules },
    );
    expect(tree).toEqual({ Readme: '1', Lib: null, 'Lib/a': '3' });
    expect(report.skipped).toHaveLength(5);
  });
});

describe('a hostile tree', () => {
  it.each([
    ['a path upwards', { name: '../evil', data: 'x' }, 'leaves the folder'],
    ['a path upwards inside', { name: 'a/../../evil', data: 'x' }, 'leaves the folder'],
    ['an absolute path', { name: '/tmp/evil', data: 'x' }, 'an absolute name'],
    ['a backslash', { name: '..\\evil', data: 'x' }, 'NUL or backslash'],
    ['a device', { name: 'disk', flag: '4' }, 'a device'],
    ['a pipe', { name: 'pipe', flag: '6' }, 'a device'],
    ['a sparse file', { name: 'holes', flag: 'S', data: 'x' }, 'a sparse file'],
    ['an unknown kind', { name: 'what', flag: 'Z', data: 'x' }, 'unknown kind'],
    ['a hard link upwards', { name: 'h', flag: '1', link: '../../etc/passwd' }, 'not in the tree'],
    ['an absolute hard link', { name: 'h', flag: '1', link: '/etc/passwd' }, 'not in the tree'],
    ['an absolute link', { name: 'l', flag: '2', link: '/etc' }, 'absolute path'],
    ['a link upwards', { name: 'l', flag: '2', link: '..' }, 'leaves the folder'],
    ['a link upwards by detour', { name: 'l', flag: '2', link: 'a/b/../../..' }, 'leaves the folder'],
    ['a link to itself', { name: 'l', flag: '2', link: 'l/x' }, 'too long'],
  ])('%s is refused, and the rest comes', async (_name, piece, words) => {
    const { skipped, names } = await skippedOf(piece);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]).toContain(words);
    expect(names).toEqual([]);
  });

  it('a file through a link is refused: the link comes last', async () => {
    const outside = await throwAway('outside-');
    const { skipped } = await skippedOf(
      { name: 'l', flag: '2', link: outside },
      { name: 'l/evil', data: 'x' },
      { name: 'k', flag: '2', link: 'good.txt' },
      { name: 'k', data: 'through' },
    );
    expect(skipped.join('\n')).toMatch(/l\/evil.*a link is in its way/);
    expect(skipped.join('\n')).toMatch(/"k": twice/);
    expect(listTree(outside)).toEqual({});
  });

  it('a chain of links that leaves it is refused link by link', async () => {
    const { skipped, names } = await skippedOf(
      { name: 'p/q/d', flag: '2', link: '../..' },
      { name: 'e', flag: '2', link: 'p/q/d/../..' },
      { name: 'f', flag: '2', link: 'e/x' },
    );
    expect(names.sort()).toEqual(['p', 'p/q', 'p/q/d']);
    expect(skipped).toHaveLength(2);
  });

  it('the same name twice keeps the first', async () => {
    const { tree, report } = await extract(
      tarOf({ name: 'a', data: '1' }, { name: './a', data: '2' }, { name: 'a/b' }),
    );
    expect(tree).toEqual({ a: '1' });
    expect(report.skipped).toEqual(['"a": twice in the archive', '"a/b": a file is in its way']);
  });

  it('a name that is no UTF-8 is refused', async () => {
    const piece = tarPiece({ name: 'ab', data: 'x' });
    piece[0] = 0xff;
    // The checksum moves with the byte.
    const sum = Number.parseInt(piece.toString('latin1', 148, 154), 8) + 0xff - 'a'.charCodeAt(0);
    piece.write(sum.toString(8).padStart(6, '0'), 148, 'latin1');
    const { report, tree } = await extract(Buffer.concat([piece, tarOf()]));
    expect(tree).toEqual({});
    expect(report.skipped[0]).toContain('not UTF-8');
  });

  it.each([
    ['cut in a head', tarOf({ name: 'a', data: 'x' }).subarray(0, 300), 'before its end mark'],
    ['cut in a file', tarOf({ name: 'a', data: 'x'.repeat(2000) }).subarray(0, 1500), 'before its end mark'],
    ['without its end mark', tarPiece({ name: 'a', data: 'x' }), 'before its end mark'],
    ['with a wrong checksum', tarOf({ name: 'a', wrongSum: 1 }), 'checksum'],
    ['with a size that is no number', tarOf({ name: 'a', size: '12x45678901' }), 'no octal number'],
    ['with a name too long to hold', tarOf({ name: 'a', flag: 'L', size: '77777777777' }), 'bytes'],
    ['with a broken pax head', tarOf({ name: 'a', flag: 'x', data: '99 path=x\n' }), 'malformed'],
    ['with a pax size that is none', tarOf({ name: 'a', flag: 'x', data: paxRecord('size', '-5') }), 'size'],
  ])('an archive %s is told as damaged', async (_name, bytes, words) => {
    const damaged = extract(bytes);
    await expect(damaged).rejects.toThrow('The tree came damaged');
    await expect(damaged).rejects.toThrow(words);
  });

  it('a huge size is over the limit before a byte is written', async () => {
    const { report, tree } = await extract(tarOf({ name: 'a', size: 'binary' }));
    expect(report.skipped[0]).toContain('and all after it');
    expect(tree).toEqual({});
  });

  it('links that stay inside are made, whatever their order', async () => {
    const { root } = await extract(
      tarOf(
        { name: 'x/up', flag: '2', link: '../f' },
        { name: 'dangling', flag: '2', link: 'no/where' },
        { name: 'f' },
      ),
    );
    expect(readlinkSync(join(root, 'x/up'))).toBe('../f');
    expect(readFileSync(join(root, 'x/up'), 'utf8')).toBe('');
    expect(readlinkSync(join(root, 'dangling'))).toBe('no/where');
  });
});
