// The key that the tests give to models is drawn anew for each `npm test`; after all suites it must be found nowhere.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const cache =
  process.env.TOUCHSTONE_CACHE ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'touchstone');

/** Draws the key; the suites' processes find it in their environment. */
export const drawCanary = () => {
  process.env.TOUCHSTONE_CANARY ??= `sk-canary-${randomBytes(12).toString('hex')}`;
  return process.env.TOUCHSTONE_CANARY;
};

const mostBytes = 256 * 1024 * 1024;

function* filesBelow(folder) {
  let entries = [];
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or another person's: nothing of ours.
  }
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) yield file;
  }
}

const holds = (file, sinceMs, forms) => {
  try {
    const { mtimeMs, size } = fs.statSync(file);
    if (mtimeMs < sinceMs || size > mostBytes) return false;
    const bytes = fs.readFileSync(file);
    return forms.some((form) => bytes.includes(form));
  } catch {
    return false;
  }
};

/** Files written since then that hold the key, below the project's `out`, the cache and the system's temporary folder. */
export const filesWithCanary = (root, canary, sinceMs) => {
  const forms = [canary, Buffer.from(canary).toString('base64').replace(/=+$/, '')];
  const folders = [path.join(root, 'out'), path.join(root, 'samples'), cache, os.tmpdir()];
  return folders.flatMap((folder) => [...filesBelow(folder)].filter((file) => holds(file, sinceMs, forms)));
};
