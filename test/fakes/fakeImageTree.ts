import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageTree, TestbedFacts } from '../../src/core/workspace/imageTree';
import { git } from './git';

export const noFacts: TestbedFacts = {
  tracked: null,
  hasBase: false,
  isShallow: false,
  changed: null,
  headLater: 0,
  refsLater: [],
  commitsLater: 0,
};

/** A folder of this machine as if it were an image's testbed; its own `.git` is left out by name, as a session does. */
export const fakeImageTree = (testbed: string, more: Partial<ImageTree> = {}): ImageTree => ({
  instanceId: 'ada__lib-1',
  baseCommit: null,
  origin: { image: 'ada/lib:1', digest: 'sha256:0', testbed: '/testbed', history: 'scrub' },
  testPatch: null,
  facts: noFacts,
  copyFiles: async (folder) => {
    for (const name of await readdir(testbed))
      if (name !== '.git')
        await cp(join(testbed, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
    return [];
  },
  copyHistory: async (folder) => {
    await mkdir(folder, { recursive: true });
    git(testbed, 'bundle', 'create', '--quiet', join(folder, 'base.bundle'), 'refs/heads/base');
  },
  ...more,
});
