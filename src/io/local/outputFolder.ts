import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { JobFiles } from '../../core/run/container/engine';
import { outputFileBytes } from '../../core/run/container/limits';
import { HeadAndTail } from '../jobs/headAndTail';

/** Reads a file that the job wrote, never through a link; a long one keeps its head and tail. */
const readCapped = async (file: string) => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const kept = new HeadAndTail(outputFileBytes);
    for await (const chunk of handle.createReadStream({ autoClose: false })) kept.push(chunk as Uint8Array);
    return kept.result();
  } finally {
    await handle.close();
  }
};

/** The files of a local job's output folder: plain files at its top, nothing else. */
export const readOutputFolder = async (folder: string): Promise<JobFiles> => {
  const files = new Map<string, Uint8Array>();
  const skipped: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const file = path.join(folder, name);
    if (!(await lstat(file)).isFile()) {
      skipped.push(`${JSON.stringify(name)}: not a file`);
      continue;
    }
    const { bytes, cut } = await readCapped(file);
    if (cut > 0) skipped.push(`${name}: ${cut} bytes between its head and tail were left out`);
    files.set(name, bytes);
  }
  return { files, skipped };
};
