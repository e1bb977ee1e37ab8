import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWhole, withThrowAway } from '../../../../src/io/git/atomicFolder';
import { makeFolder } from '../../../fakes/workspaceContext';

const making = (text: string) => async (path: string) => {
  await mkdir(path);
  await writeFile(join(path, 'file'), text);
};

describe('makeWhole', () => {
  it('shows the folder only when it is whole', async () => {
    const parent = await makeFolder();
    const target = join(parent, 'made');
    const seen: (readonly string[])[] = [];
    const make = async (path: string) => {
      await making('whole')(path);
      seen.push((await readdir(parent)).filter((name) => name === 'made'));
    };
    expect(await makeWhole(target, make)).toBe(true);
    expect(seen).toEqual([[]]);
    expect(await readdir(parent)).toEqual(['made']);
  });

  it("leaves someone else's folder, and nothing of its own", async () => {
    const parent = await makeFolder();
    const target = join(parent, 'made');
    await making('theirs')(target);
    expect(await makeWhole(target, making('mine'))).toBe(false);
    expect(await readFile(join(target, 'file'), 'utf8')).toBe('theirs');
    expect(await readdir(parent)).toEqual(['made']);
  });

  it('removes what failed, and says that a disk is full', async () => {
    const parent = await makeFolder();
    const failing = async (path: string) => {
      await making('half')(path);
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    };
    await expect(makeWhole(join(parent, 'made'), failing)).rejects.toMatchObject({ what: 'disk' });
    await expect(withThrowAway(parent, failing)).rejects.toThrow();
    expect(await readdir(parent)).toEqual([]);
  });

  it('clears away what a killed process left a day ago, and no younger', async () => {
    const parent = await makeFolder();
    const [old, young] = ['.touchstone-making-old', '.touchstone-making-young'];
    for (const name of [old, young]) await making('half')(join(parent, name));
    await utimes(join(parent, old), new Date(0), new Date(0));
    await withThrowAway(parent, async () => undefined);
    expect(await readdir(parent)).toEqual([young]);
  });
});
