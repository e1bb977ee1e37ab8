import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractTree } from '../../../../src/io/archive/extractTree';
import { fileArchive } from '../../../../src/io/archive/fileArchive';
import { readFirstFile } from '../../../../src/io/archive/firstFile';
import { packFolder } from '../../../../src/io/archive/packFolder';
import { listTree } from '../../../fakes/listTree';
import { throwAway } from '../../../fakes/throwAway';

const long = `${'l'.repeat(60)}/${'m'.repeat(60)}`;

const makeFolder = async (): Promise<string> => {
  const folder = await throwAway('packed ünï-');
  mkdirSync(join(folder, long), { recursive: true });
  writeFileSync(join(folder, long, 'deep.txt'), 'deep');
  writeFileSync(join(folder, 'run.sh'), 'x'.repeat(1_500_000));
  chmodSync(join(folder, 'run.sh'), 0o755);
  writeFileSync(join(folder, 'empty'), '');
  symlinkSync('run.sh', join(folder, 'link'));
  symlinkSync(`${long}/deep.txt`, join(folder, 'long link'));
  for (let index = 0; index < 300; index++) writeFileSync(join(folder, `f${index}`), `${index}`);
  return folder;
};

describe('a folder as an archive', () => {
  it('comes out of our reader as it went in', async () => {
    const folder = await makeFolder();
    const to = await throwAway('unpacked-');
    const archive = packFolder(folder, { uid: 1000, gid: 1000 });
    const { skipped } = await extractTree(archive as never, to, { limits: { entries: 1e4, bytes: 1e8 }, leaveOut: [] });
    expect(skipped).toEqual([]);
    expect(listTree(to)).toEqual(listTree(folder));
  });

  it('is read by tar, with its owner, modes and links', async () => {
    const folder = await makeFolder();
    const bytes = Buffer.concat([...packFolder(folder, { uid: 1000, gid: 1001 })]);
    const listed = execFileSync('tar', ['--numeric-owner', '-tvf', '-'], { input: bytes, encoding: 'utf8' });
    expect(listed).toMatch(/^-rwxr-xr-x 1000\/1001 +1500000 .* run\.sh$/m);
    expect(listed).toMatch(/^lrwxrwxrwx 1000\/1001 .* link -> run\.sh$/m);
    expect(listed).toContain(`long link -> ${long}/deep.txt`);
    expect(listed.trim().split('\n')).toHaveLength(307);
  });

  it('a single file is read back, and only where it is small enough', async () => {
    const archive = fileArchive('note', Buffer.from('0 0 -\n'));
    expect(Buffer.from((await readFirstFile(archive as never, 10)) ?? []).toString()).toBe('0 0 -\n');
    expect(await readFirstFile(archive as never, 3)).toBeNull();
  });
});
