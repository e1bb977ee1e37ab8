// Records the sample's trajectories: scripted replies, run in containers of their instances.
//
//     npm run sample:record [-- NAME...]        (names of files in replies/, without their ending; none: all)
//
// Says of each file whether it is new, the same, or changed. Needs a Docker engine; without one nothing is changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { recordFiles } from './recordFiles';

const root = join(import.meta.dirname, '..', '..');
const sample = join(root, 'samples', 'quickstart');
const replies = join(root, 'scripts', 'recordTrajectories', 'replies');

const put = (path: string, text: string): string => {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
  if (before === text) return 'same';
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return before === null ? 'new' : 'changed';
};

const all = readdirSync(replies)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -5));
const named = process.argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${all.join(', ')}.`);
for (const name of named.length > 0 ? named : all)
  for (const { path, text } of await recordFiles(root, name)) {
    const file = join(sample, path);
    console.log(`${put(file, text).padEnd(8)} ${String(Buffer.byteLength(text)).padStart(6)} ${relative(root, file)}`);
  }
