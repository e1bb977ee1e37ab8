import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectNoCanary } from './canary';

/** A folder of its own below the system's temporary one; its name has a blank and letters beyond ASCII. */
export interface TempFolder {
  readonly path: string;
  /** Writes a file, makes its folders, and gives its absolute path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

export const tempFolder = (): TempFolder => {
  const root = mkdtempSync(path.join(tmpdir(), 'probe ünï-'));
  return {
    path: root,
    write: (name, content) => {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    remove: () => {
      try {
        expectNoCanary(root);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
  };
};
