import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import type { JobSpec } from '../../core/run/container/engine';

const addFile = (archive: Pack, name: string, bytes: Uint8Array, mode: number): void => {
  archive.entry({ name, mode, mtime: new Date(0) }, Buffer.from(bytes));
};

const addBundle = async (archive: Pack, path: string): Promise<void> => {
  const { size } = await stat(path);
  await pipeline(createReadStream(path), archive.entry({ name: 'in/repo.bundle', size, mode: 0o644 }));
};

/**
 * The tar that enters the container before its start: `/in` with the job's files and bundle, and an empty `/out`.
 * The bundle is streamed from disk.
 */
export const inputArchive = (job: JobSpec): Pack => {
  const archive = pack();
  archive.entry({ name: 'in/', type: 'directory', mode: 0o755 });
  archive.entry({ name: 'out/', type: 'directory', mode: 0o777 });
  for (const file of job.files) addFile(archive, file.path.slice(1), file.bytes, file.executable ? 0o755 : 0o644);
  const finish = async () => {
    if (job.bundlePath !== null) await addBundle(archive, job.bundlePath);
    archive.finalize();
  };
  finish().catch((error: unknown) => archive.destroy(error as Error));
  return archive;
};
