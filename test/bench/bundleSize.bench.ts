import fs from 'node:fs';
import path from 'node:path';
import { root } from '../host/root';
import type { Bench } from './bench';

/** The file that VS Code reads when the extension wakes. */
export const bundleSize: Bench = {
  name: 'size of the main bundle',
  limit: 1,
  measure: async () => {
    const { size } = fs.statSync(path.join(root, 'dist', 'extension.js'));
    return { ours: size / 1024, against: 150, unit: 'KiB', meaning: 'the budget' };
  },
};
