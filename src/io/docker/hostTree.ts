import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import path from 'node:path';

/** One entry of the image, at the host's own path. */
export interface TreeEntry {
  readonly path: string;
  readonly stat: Stats;
  /** Target of a link, as it stands on the host. */
  readonly link: string | null;
}

/**
 * The files that enter an image, with every folder and link on the way to them: the image has the host's layout
 * (merged /usr or not), whichever that is.
 */
export class HostTree {
  readonly #entries = new Map<string, TreeEntry>();

  /** Parents before children. */
  entries(): TreeEntry[] {
    return [...this.#entries.values()];
  }

  /** Adds a path, the links on its way and what they lead to. False where there is nothing. */
  add(file: string, depth = 0): boolean {
    if (depth > 40) return false;
    let at = '/';
    const parts = file.split('/').filter((part) => part !== '');
    for (const [index, part] of parts.entries()) {
      const next = path.join(at, part);
      const entry = this.#take(next);
      if (entry === null) return false;
      if (entry.link === null) {
        at = next;
        continue;
      }
      const target = path.resolve(at, entry.link);
      return this.add(path.join(target, ...parts.slice(index + 1)), depth + 1);
    }
    return true;
  }

  /** Adds a folder with all that is in it. */
  addFolder(folder: string): void {
    if (!this.add(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) this.addFolder(file);
      else this.add(file);
    }
  }

  #take(file: string): TreeEntry | null {
    const known = this.#entries.get(file);
    if (known !== undefined) return known;
    try {
      const stat = lstatSync(file);
      const entry = { path: file, stat, link: stat.isSymbolicLink() ? readlinkSync(file) : null };
      this.#entries.set(file, entry);
      return entry;
    } catch {
      return null;
    }
  }
}
