// Makes sure that node_modules holds what package-lock.json names. Uses nothing but Node itself.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const writtenAt = (...parts) => fs.statSync(path.join(root, ...parts), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** True where nothing is installed or the lock file is newer than what is (npm writes a copy when it has installed). */
const isStale = () => writtenAt('node_modules', '.package-lock.json') < writtenAt('package-lock.json');

/** Installs by `npm ci` where needed; no package's own script runs. */
export const ensurePackages = () => {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new Error(`Touchstone is built with Node 20 or later; this is ${process.version}.`);
  if (!isStale()) return;
  console.log('Installing packages (npm ci)');
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
};
