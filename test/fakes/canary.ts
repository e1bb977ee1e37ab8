import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One for a whole `npm test`, so that what is left behind can be searched for it afterwards. In pieces, for programs of the
 * tests are bundled with this file.
 */
const canary = process.env['TOUCHSTONE_CANARY'] ?? ['sk', 'canary', '0f2d8c61b7a94e53'].join('-');

let isUsed = false;

/** A model's key that must be found nowhere. From its first use on, folders of tests are searched before they go. */
export const canaryKey = (): string => {
  isUsed = true;
  return canary;
};

const forms = [canary, Buffer.from(canary).toString('base64').replace(/=+$/, '')];

/** Whether a text or bytes hold the key, plain or in base64. */
export const holdsCanary = (content: string | Uint8Array): boolean => {
  const bytes = Buffer.from(content);
  return forms.some((form) => bytes.includes(form));
};

const mostBytes = 64 * 1024 * 1024;

/** Names in a folder; none where it is gone or can't be read. */
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const holdsIt = (path: string, bytes: number): boolean => {
  try {
    return bytes <= mostBytes && holdsCanary(readFileSync(path));
  } catch {
    return false;
  }
};

/** Files below a folder that hold the key; links are not followed. */
export const filesWithCanary = (folder: string): readonly string[] =>
  namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return filesWithCanary(path);
    return stat?.isFile() && holdsIt(path, stat.size) ? [path] : [];
  });

/** Throws where a folder that is about to go holds the key; looks only once a test has used it. */
export const expectNoCanary = (folder: string): void => {
  const found = isUsed ? filesWithCanary(folder) : [];
  if (found.length > 0) throw new Error(`The model's key stands in ${found.join(', ')}.`);
};
