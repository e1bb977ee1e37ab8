import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyTree } from '../../../../src/io/local/localSessionCopy';
import { listTree } from '../../../fakes/listTree';
import { throwAway } from '../../../fakes/throwAway';

const copy = (from: string, to: string) => copyTree(Buffer.from(from), Buffer.from(to));

it.skipIf(process.platform === 'win32')('what stands in the way is replaced, and no link is followed', async () => {
  const [from, to, outside] = [await throwAway('from ü-'), await throwAway('to-'), await throwAway('outside-')];
  writeFileSync(join(outside, 'kept'), 'kept');
  mkdirSync(join(from, 'folder'));
  writeFileSync(join(from, 'folder/a'), 'new');
  writeFileSync(join(from, 'file'), 'new');
  writeFileSync(join(from, 'other'), 'new');
  symlinkSync('file', join(from, 'link'));
  symlinkSync(outside, join(to, 'folder'));
  symlinkSync(join(outside, 'kept'), join(to, 'file'));
  mkdirSync(join(to, 'other/deep'), { recursive: true });
  mkdirSync(join(to, 'link/deep'), { recursive: true });
  await copy(from, to);
  expect(listTree(to)).toEqual({ file: 'new', folder: null, 'folder/a': 'new', link: '-> file', other: 'new' });
  expect(listTree(outside)).toEqual({ kept: 'kept' });
});

it.skipIf(process.platform !== 'linux')(
  'names keep their bytes, modes their rwx bits; pipes are left out',
  async () => {
    const [from, to] = [await throwAway('from-'), await throwAway('to-')];
    const odd = Buffer.from('bad\xff', 'latin1');
    writeFileSync(Buffer.concat([Buffer.from(`${from}/`), odd]), 'x');
    writeFileSync(join(from, 'run'), 'x');
    chmodSync(join(from, 'run'), 0o4711);
    execFileSync('mkfifo', [join(from, 'pipe')]);
    await copy(from, to);
    await copy(from, to);
    expect(readdirSync(to, { encoding: 'buffer' }).map(String).sort()).toEqual([odd.toString(), 'run']);
    expect(existsSync(Buffer.concat([Buffer.from(`${to}/`), odd]))).toBe(true);
    expect(statSync(join(to, 'run')).mode & 0o7777).toBe(0o711);
  },
);
