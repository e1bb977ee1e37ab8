import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReplayRecord } from '../../../../src/core/run/trajectory/replay/replayRecord';
import { replayStore } from '../../../../src/io/store/replayStore';
import { throwAway } from '../../../fakes/throwAway';

const record = (trajectoryHash: string): ReplayRecord => ({
  trajectoryHash,
  image: null,
  baseCommit: 'b'.repeat(40),
  startedAt: 5,
  steps: [{ idx: 1, repeated: { kind: 'same' }, exitCode: 0, patch: 'diff\n', isExact: true, wallMs: 3 }],
  finalPatch: { kind: 'not-run', why: 'none' },
});
const [first, second] = ['1'.repeat(64), '2'.repeat(64)];

describe('replays in the cache folder', () => {
  it('are found by the hash of their trajectory alone', async () => {
    const store = replayStore(await throwAway('touchstone-replays-'));
    expect(await store.hasAny()).toBe(false);
    await store.write(record(first));
    expect(await store.hasAny()).toBe(true);
    expect(await store.read(first)).toEqual(record(first));
    expect(await store.read(second)).toBeNull();
    expect(await store.read('../../etc/passwd')).toBeNull();
  });

  it('a later one stands in place of the one before, and no half one is left', async () => {
    const cache = await throwAway('touchstone-replays-');
    const store = replayStore(cache);
    await store.write(record(first));
    await store.write({ ...record(first), startedAt: 9 });
    expect((await store.read(first))?.startedAt).toBe(9);
    expect(await readdir(join(cache, 'replays'))).toEqual([`${first}.json`]);
  });

  it('a damaged file, or one of another trajectory, is none', async () => {
    const cache = await throwAway('touchstone-replays-');
    const store = replayStore(cache);
    await store.write(record(first));
    const file = join(cache, 'replays', `${first}.json`);
    await truncate(file, 40);
    expect(await store.read(first)).toBeNull();
    await store.write(record(second));
    await writeFile(file, JSON.stringify({ version: 1, ...record(second), patches: [] }));
    expect(await store.read(first)).toBeNull();
  });
});
