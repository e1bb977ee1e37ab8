import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { isLocked, withLock } from '../../../../src/io/git/lock';
import { thisProcess } from '../../../../src/io/jobs/processIdentity';
import { makeFolder } from '../../../fakes/workspaceContext';

const times = { beat: 20, stale: 300, poll: 5 };
const ownerLine = (pid: number, host = hostname()) => JSON.stringify({ pid, host, token: 'theirs' });

describe('withLock', () => {
  it('lets one in at a time, and the next when it is done', async () => {
    const path = join(await makeFolder(), 'a', 'x.lock');
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(10);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => withLock(path, work, undefined, times)));
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it('a full disk leaves no lock without an owner, and is said', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'x.lock');
    const probe = await open(join(folder, 'probe'), 'w');
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const write = vi.spyOn(Object.getPrototypeOf(probe), 'writeFile').mockRejectedValueOnce(full);
    await probe.close();
    await rm(join(folder, 'probe'));
    const taking = withLock(path, async () => 'never', undefined, times);
    await expect(taking).rejects.toMatchObject({ what: 'disk', message: expect.stringContaining('The disk is full') });
    write.mockRestore();
    expect(await readdir(folder)).toEqual([]);
    expect(await withLock(path, async () => 'next', undefined, times)).toBe('next');
  });

  it('a folder that can not be made is named, with what to do', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    const taking = withLock(join(file, 'cache', 'x.lock'), async () => 'never', undefined, times);
    await expect(taking).rejects.toMatchObject({ what: 'disk', message: expect.stringContaining('TOUCHSTONE_CACHE') });
  });

  it('takes over from a process that is gone', async () => {
    const folder = await makeFolder();
    const path = join(folder, 'x.lock');
    const gone = spawnSync('true').pid;
    await writeFile(path, ownerLine(gone));
    expect(await withLock(path, async () => 'mine')).toBe('mine');
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from another host only when its lock shows no life', async () => {
    const path = join(await makeFolder(), 'x.lock');
    await writeFile(path, ownerLine(1, 'elsewhere'));
    const stop = AbortSignal.timeout(100);
    await expect(withLock(path, async () => 'mine', stop, { ...times, stale: 60_000 })).rejects.toThrow();
    expect(existsSync(path)).toBe(true);
    await utimes(path, new Date(0), new Date(0));
    expect(await withLock(path, async () => 'mine', undefined, times)).toBe('mine');
  });

  it('leaves a stopped process its lock where two writers would mix their results', async () => {
    const path = join(await makeFolder(), 'x.lock');
    const careful = { ...times, sparesStopped: true };
    const takes = (born: string | null) => {
      const owner = JSON.stringify({ pid: process.pid, host: hostname(), born, token: 'theirs' });
      return writeFile(path, owner)
        .then(() => utimes(path, new Date(0), new Date(0)))
        .then(() => withLock(path, async () => 'mine', AbortSignal.timeout(200), careful));
    };
    const { born } = await thisProcess();
    if (born !== null) {
      await expect(takes(born)).rejects.toThrow();
      expect(await isLocked(path)).toBe(true);
    }
    // A later process of the same number.
    expect(await takes(null)).toBe('mine');
  });

  it('shows life while it works, so that long work is not taken over', async () => {
    const path = join(await makeFolder(), 'x.lock');
    const order: string[] = [];
    const first = withLock(path, () => sleep(900).then(() => order.push('first')), undefined, times);
    await sleep(30);
    await withLock(path, async () => order.push('second'), undefined, times);
    await first;
    expect(order).toEqual(['first', 'second']);
  });

  it('is free again after work that failed', async () => {
    const path = join(await makeFolder(), 'x.lock');
    await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });
});
