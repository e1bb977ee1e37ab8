import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outputFileBytes } from '../../../../src/core/run/container/limits';
import { readOutputFolder } from '../../../../src/io/local/outputFolder';
import { throwAway } from '../../../fakes/throwAway';

const folder = () => throwAway('out ü ');

it('reads the plain files at the top, and names what it leaves out', async () => {
  const out = await folder();
  await writeFile(join(out, 'test_output.txt'), 'log\xff\r\n', 'latin1');
  await mkdir(join(out, 'deep'));
  await symlink('/etc/passwd', join(out, 'link'));
  const { files, skipped } = await readOutputFolder(out);
  expect([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')])).toEqual([
    ['test_output.txt', 'log\xff\r\n'],
  ]);
  expect(skipped).toEqual(['"deep": not a file', '"link": not a file']);
});

it('a folder that is gone, or exchanged for a link or a file, holds nothing', async () => {
  const out = await folder();
  const gone = join(out, 'gone');
  const elsewhere = join(out, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'result.json'), '{}');
  await symlink(elsewhere, join(out, 'link'));
  for (const path of [gone, join(out, 'link'), join(elsewhere, 'result.json')]) {
    const { files, skipped } = await readOutputFolder(path);
    expect(files.size).toBe(0);
    expect(skipped).toEqual(['the output folder: it is gone']);
  }
});

it('of a file longer than any disk the ends are read', async () => {
  const out = await folder();
  const file = join(out, 'long');
  await writeFile(file, 'head');
  await truncate(file, 2 ** 42);
  const { files, skipped } = await readOutputFolder(out);
  const bytes = files.get('long') ?? new Uint8Array();
  expect(bytes.byteLength).toBe(outputFileBytes);
  expect(Buffer.from(bytes.subarray(0, 5)).toString('latin1')).toBe('head\0');
  expect(skipped).toEqual([`long: ${2 ** 42 - outputFileBytes} bytes between its head and tail were left out`]);
});

it('the files are counted', async () => {
  const out = await folder();
  for (let at = 0; at < 1005; at++) await writeFile(join(out, String(at)), '');
  await rename(join(out, '0'), join(out, 'zz'));
  const { files, skipped } = await readOutputFolder(out);
  expect(files.size).toBe(1000);
  expect(skipped).toEqual([expect.stringContaining('more than 1000 files')]);
});
