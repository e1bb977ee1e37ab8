import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

/** A fresh folder for one test, removed after it. */
export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-store-'));
  made.push(folder);
  return folder;
};

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
