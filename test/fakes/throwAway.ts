import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { expectNoCanary } from './canary';

/** An empty folder that is removed when the running test ends; its name may hold spaces and letters beyond ASCII. */
export const throwAway = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), name));
  onTestFinished(async () => {
    try {
      expectNoCanary(folder);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  });
  return folder;
};
