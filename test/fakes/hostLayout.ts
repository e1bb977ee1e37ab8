import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from './tempFolder';

export const pathOf = (root: string, name: string): string => join(root, name);

/** A host with a merged /usr: `bin` links to `usr/bin`; and two links that lead to each other. */
export const treeOn = (): string => {
  const temp = tempFolder();
  onTestFinished(() => temp.remove());
  temp.write('usr/bin/tool', '#!/bin/sh\n');
  symlinkSync('usr/bin', join(temp.path, 'bin'));
  symlinkSync('circle2', join(temp.path, 'circle'));
  symlinkSync('circle', join(temp.path, 'circle2'));
  return temp.path;
};
