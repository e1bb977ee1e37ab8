import { closeSync, constants, copyFileSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { TreeLimits, TreeReport } from '../../core/run/container/session';
import { EnvironmentFault } from '../../core/shared/problem';
import { entryParts, isGitFolder, type NameRules, nameKey } from './entryNames';
import { linkFault } from './linkPlan';
import type { TarEntry, TarSink } from './tarReader';

/** Lines kept of what was refused. */
const mostLines = 1000;

/** How much more than the wanted bytes may come in all: what is left out comes as well. */
const comingFactor = 4;
const comingExtra = 4 * 1024 ** 3;

interface Taken {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

interface Link {
  readonly name: string;
  readonly target: string;
}

const creating =
  constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/** Faults of one name that leave the rest of the tree unharmed. */
const nameFaults = new Set(['EEXIST', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'ENOENT', 'ENOTDIR', 'EPERM', 'ELOOP']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/**
 * Writes the entries of an archive that a sandbox made into an empty folder of the host, and nothing outside of it:
 * every folder on the way is one that it made itself, files are made anew and never through a link, links come last and
 * only where they end inside. Of the modes the rwx bits stay, and the owner may always read and write. A hard link to a
 * file of the same tree becomes a copy.
 */
export class TreeWriter implements TarSink {
  readonly #taken = new Map<string, Taken>();
  readonly #links = new Map<string, Link>();
  readonly #skipped: string[] = [];
  #unsaid = 0;
  #entries = 0;
  #files = 0;
  #bytes = 0;
  #coming = 0;
  #handle: number | null = null;

  constructor(
    private readonly root: string,
    private readonly options: {
      readonly limits: TreeLimits;
      readonly leaveOut: readonly string[];
      readonly rules: NameRules;
    },
  ) {}

  entry(entry: TarEntry): 'take' | 'skip' | 'stop' {
    this.#coming += entry.size;
    const parts = entry.readable ? entryParts(entry.name, this.options.rules) : 'a name that is not UTF-8';
    if (typeof parts === 'string') return this.#refuse(entry.name, parts);
    const [top] = parts;
    if (top === undefined || this.options.leaveOut.includes(top)) return this.#tooMuch(entry, 0) ? 'stop' : 'skip';
    if (this.#tooMuch(entry, 1)) return 'stop';
    if (this.options.leaveOut.includes('.git') && parts.some(isGitFolder))
      return this.#refuse(entry.name, "a repository's own folder");
    return this.#guarded(entry.name, () => this.#take(entry, parts)) ?? 'skip';
  }

  data(bytes: Uint8Array): void {
    if (this.#handle === null) return;
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#handle, bytes, written, bytes.length - written);
    } catch (error) {
      this.close();
      throw asFault(error);
    }
  }

  end(): void {
    this.close();
  }

  /** Lets go of the file that is being written, if any. */
  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  /** Makes the links, and tells what came. */
  finish(): TreeReport {
    const targets = new Map([...this.#links].map(([key, { target }]) => [key, target]));
    for (const { name, target } of this.#links.values()) {
      const fault = linkFault(name, target, targets, (other) => nameKey(other, this.options.rules));
      if (fault !== null) this.#refuse(name, fault);
      else this.#guarded(name, () => symlinkSync(target, this.#absolute(name)));
    }
    const more = this.#unsaid > 0 ? [`and ${this.#unsaid} more`] : [];
    return { files: this.#files, bytes: this.#bytes, skipped: [...this.#skipped, ...more] };
  }

  #take(entry: TarEntry, parts: readonly string[]): 'take' | 'skip' {
    const name = parts.join('/');
    if (entry.kind === 'folder') {
      const fault = this.#folder(parts, entry.mode);
      return fault === null ? 'skip' : this.#refuse(name, fault);
    }
    if (entry.kind !== 'file' && entry.kind !== 'symlink' && entry.kind !== 'hard link')
      return this.#refuse(name, `a ${entry.kind === 'unknown' ? 'thing of an unknown kind' : entry.kind}`);
    const fault = this.#folder(parts.slice(0, -1), 0o755) ?? this.#clash(name);
    if (fault !== null) return this.#refuse(name, fault);
    if (entry.kind === 'file') return this.#file(name, entry);
    if (entry.kind === 'hard link') return this.#copy(name, entry);
    this.#note(name, 'link');
    this.#links.set(this.#key(name), { name, target: entry.link });
    return 'skip';
  }

  #file(name: string, entry: TarEntry): 'take' {
    this.#handle = openSync(this.#absolute(name), creating, (entry.mode & 0o777) | 0o600);
    this.#count(name, entry.size);
    return 'take';
  }

  #copy(name: string, entry: TarEntry): 'skip' {
    const parts = entryParts(entry.link, this.options.rules);
    const source = typeof parts === 'string' ? undefined : this.#taken.get(this.#key(parts.join('/')));
    if (source?.kind !== 'file') return this.#refuse(name, 'a hard link to what is not in the tree');
    const size = this.#sizes.get(this.#key(source.name)) ?? 0;
    if (this.#bytes + size > this.options.limits.bytes) return this.#refuse(name, this.#bytesWords());
    copyFileSync(this.#absolute(source.name), this.#absolute(name), constants.COPYFILE_EXCL);
    this.#count(name, size);
    return 'skip';
  }

  readonly #sizes = new Map<string, number>();

  #count(name: string, size: number): void {
    this.#note(name, 'file');
    this.#sizes.set(this.#key(name), size);
    this.#files += 1;
    this.#bytes += size;
  }

  /** Makes a folder and those above it; gives why it can't be. */
  #folder(parts: readonly string[], mode: number): string | null {
    for (let length = this.#known(parts); length <= parts.length; length++) {
      if (length === 0) continue;
      const name = parts.slice(0, length).join('/');
      const there = this.#taken.get(this.#key(name));
      if (there?.kind === 'folder' && there.name === name) continue;
      if (there !== undefined) return there.kind === 'folder' ? caseWords(there.name) : `${there.kind} in its way`;
      if (this.#tooManyEntries()) return `more than ${this.options.limits.entries} entries`;
      mkdirSync(this.#absolute(name), (length === parts.length ? mode & 0o777 : 0o755) | 0o700);
      this.#note(name, 'folder');
    }
    return null;
  }

  /** How many of the parts are known to be folders, looked at from the deepest: most entries' folders are there. */
  #known(parts: readonly string[]): number {
    const name = parts.join('/');
    const there = this.#taken.get(this.#key(name));
    return there?.kind === 'folder' && there.name === name ? parts.length : 0;
  }

  #clash(name: string): string | null {
    const there = this.#taken.get(this.#key(name));
    if (there === undefined) return null;
    return there.name === name ? 'twice in the archive' : caseWords(there.name);
  }

  #note(name: string, kind: Taken['kind']): void {
    this.#taken.set(this.#key(name), { name, kind });
  }

  #key(name: string): string {
    return nameKey(name, this.options.rules);
  }

  #absolute(name: string): string {
    return path.join(this.root, ...name.split('/'));
  }

  #tooManyEntries(): boolean {
    return this.#taken.size >= this.options.limits.entries;
  }

  /** Whether reading ends here, as too much comes. `counted`: 0 for what is left out. */
  #tooMuch(entry: TarEntry, counted: 0 | 1): boolean {
    const { limits } = this.options;
    this.#entries += counted;
    const fault =
      this.#entries > limits.entries
        ? `more than ${limits.entries} entries`
        : counted === 1 && this.#bytes + entry.size > limits.bytes
          ? this.#bytesWords()
          : this.#coming > comingFactor * limits.bytes + comingExtra
            ? 'far more bytes than may come'
            : null;
    if (fault !== null) this.#refuse(`${entry.name.slice(0, 200)} and all after it`, fault);
    return fault !== null;
  }

  #bytesWords(): string {
    return `more than ${this.options.limits.bytes} bytes in all`;
  }

  #refuse(name: string, fault: string): 'skip' {
    if (this.#skipped.length < mostLines) this.#skipped.push(`${JSON.stringify(name.slice(0, 300))}: ${fault}`);
    else this.#unsaid += 1;
    return 'skip';
  }

  /** Does it; where the file system refuses this name alone, that is said and null comes back. */
  #guarded<T>(name: string, work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!nameFaults.has(codeOf(error))) throw asFault(error);
      this.#refuse(name, `the file system refuses it (${codeOf(error)})`);
      return null;
    }
  }
}

const caseWords = (other: string): string => `only its case or accents tell it from ${JSON.stringify(other)}`;

const asFault = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? new EnvironmentFault('disk', `The disk is full: ${(error as Error).message}`)
    : error;
