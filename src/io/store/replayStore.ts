import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplayStore } from '../../core/run/trajectory/replay/replayRecord';
import { readReplay, writeReplay } from '../../core/run/trajectory/replay/replayText';
import { EnvironmentFault } from '../../core/shared/problem';
import { writeTextFile } from './writeTextFile';

/** Replays that are kept; of more, those written longest ago go. */
const mostKept = 500;

/** Removes the oldest replays but never `newest`, and what a write that was killed left behind. */
const prune = async (folder: string, newest: string): Promise<void> => {
  const files = (await readdir(folder)).map((name) => join(folder, name)).filter((file) => file !== newest);
  if (files.length < mostKept) return;
  const aged = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 })),
  );
  for (const { file } of aged.sort((a, b) => b.at - a.at).slice(mostKept - 1)) await rm(file, { force: true });
};

/**
 * Replays below the cache folder, a file each by the hash of their trajectory. A damaged one is as good as absent.
 * `write` throws EnvironmentFault where the disk does not take it.
 */
export const replayStore = (cache: string): ReplayStore => {
  const folder = join(cache, 'replays');
  const fileOf = (hash: string): string | null => (/^[0-9a-f]{64}$/.test(hash) ? join(folder, `${hash}.json`) : null);
  return {
    hasAny: async () => (await readdir(folder).catch(() => [])).length > 0,
    read: async (hash) => {
      const file = fileOf(hash);
      const text = file === null ? null : await readFile(file, 'utf8').catch(() => null);
      const record = text === null ? null : readReplay(text);
      return record?.trajectoryHash === hash ? record : null;
    },
    write: async (record) => {
      const file = fileOf(record.trajectoryHash);
      if (file === null) throw new Error(`${record.trajectoryHash} is no hash.`);
      await mkdir(folder, { recursive: true }).catch((error: unknown) => {
        throw new EnvironmentFault('disk', `${folder} could not be made: ${String(error)}`);
      });
      await writeTextFile(file, writeReplay(record));
      await prune(folder, file).catch(() => undefined);
    },
  };
};
