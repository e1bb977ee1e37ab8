import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder holds by relative path: a file's text, null for a folder, `-> target` for a link; links are not followed. */
export const listTree = (root: string, below = ''): Record<string, string | null> => {
  const found: Record<string, string | null> = {};
  for (const name of readdirSync(join(root, below)).sort()) {
    const relative = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(join(root, relative));
    if (stat.isSymbolicLink()) found[relative] = `-> ${readlinkSync(join(root, relative))}`;
    else if (!stat.isDirectory()) found[relative] = readFileSync(join(root, relative), 'utf8');
    else Object.assign(found, { [relative]: null }, listTree(root, relative));
  }
  return found;
};
