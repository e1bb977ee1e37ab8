import fs from 'node:fs';
import path from 'node:path';

const above = (folder: string): string =>
  fs.existsSync(path.join(folder, 'package.json')) ? folder : above(path.dirname(folder));

/** The checkout, found from this file or from the bundle below out/ that it was put into. */
export const root = above(import.meta.dirname);
