import { closeSync, constants, copyFileSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isGitFolder } from '../../core/patch/gitFolder';
import type { TreeLimits, TreeReport } from '../../core/run/container/session';
import { EnvironmentFault } from '../../core/shared/problem';
import { entryParts, type NameRules, nameKey } from './entryNames';
import { linkFault } from './linkPlan';
import type { TarEntry, TarSink } from './tarReader';
import { TreeLedger } from './treeLedger';

type Taken =
  | { readonly kind: 'file'; readonly name: string; readonly size: number }
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'link'; readonly name: string; readonly target: string };

const creating =
  constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/** Faults of one name that leave the rest of the tree unharmed. */
const nameFaults = new Set(['EEXIST', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'ENOENT', 'ENOTDIR', 'EPERM', 'ELOOP']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const asFault = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? new EnvironmentFault('disk', `The disk is full: ${(error as Error).message}`)
    : error;

const caseWords = (other: string): string => `only its case or accents tell it from ${JSON.stringify(other)}`;

/**
 * Writes the entries of an archive that a sandbox made into an empty folder of the host, and nothing outside of it:
 * every folder on the way is one that it made itself, files are made anew and never through a link, links come last and
 * only where they end inside. Of the modes the rwx bits stay, and the owner may always read and write. A hard link to a
 * file of the same tree becomes a copy; devices, sparse files and what it doesn't know are refused.
 */
export class TreeWriter implements TarSink {
  readonly #taken = new Map<string, Taken>();
  readonly #ledger: TreeLedger;
  #handle: number | null = null;

  constructor(
    private readonly root: string,
    private readonly options: {
      readonly limits: TreeLimits;
      readonly leaveOut: readonly string[];
      readonly rules: NameRules;
    },
  ) {
    this.#ledger = new TreeLedger(options.limits);
  }

  entry(entry: TarEntry): 'take' | 'skip' | 'stop' {
    const { leaveOut, rules } = this.options;
    const parts = entry.readable ? entryParts(entry.name, rules) : 'a name that is not UTF-8';
    const [top] = parts;
    const wanted = typeof parts === 'string' || (top !== undefined && !leaveOut.includes(top));
    const over = this.#ledger.announce(entry.size) ?? (wanted ? this.#ledger.count(entry.size) : null);
    if (over !== null) {
      this.#ledger.refuse(`${entry.name.slice(0, 200)} and all after it`, over);
      return 'stop';
    }
    if (typeof parts === 'string') return this.#ledger.refuse(entry.name, parts);
    if (!wanted) return 'skip';
    if (leaveOut.includes('.git') && parts.some(isGitFolder))
      return this.#ledger.refuse(entry.name, "a repository's own folder");
    return this.#guarded(entry.name, () => this.#take(entry, parts)) ?? 'skip';
  }

  data(bytes: Uint8Array): void {
    if (this.#handle === null) return;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at, bytes.length - at);
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
    const links = [...this.#taken.entries()].flatMap(([key, taken]) => (taken.kind === 'link' ? [{ key, taken }] : []));
    const targets = new Map(links.map(({ key, taken }) => [key, taken.target]));
    for (const { name, target } of links.map(({ taken }) => taken)) {
      const fault = linkFault(name, target, targets, (other) => this.#key(other));
      if (fault !== null) this.#ledger.refuse(name, fault);
      else this.#guarded(name, () => symlinkSync(target, this.#absolute(name)));
    }
    return { files: this.#ledger.files, bytes: this.#ledger.bytes, skipped: this.#ledger.skipped() };
  }

  #take(entry: TarEntry, parts: readonly string[]): 'take' | 'skip' {
    const name = parts.join('/');
    const { kind } = entry;
    if (kind === 'folder') return this.#refuseOr(name, this.#folder(parts, entry.mode), () => 'skip');
    if (kind !== 'file' && kind !== 'symlink' && kind !== 'hard link')
      return this.#ledger.refuse(name, kind === 'unknown' ? 'a thing of an unknown kind' : `a ${kind}`);
    const fault = this.#folder(parts.slice(0, -1), 0o755) ?? this.#clash(name);
    return this.#refuseOr(name, fault, () => {
      if (kind === 'file') return this.#file(name, entry);
      if (kind === 'hard link') return this.#copy(name, entry);
      this.#note({ kind: 'link', name, target: entry.link });
      return 'skip';
    });
  }

  #refuseOr(name: string, fault: string | null, take: () => 'take' | 'skip'): 'take' | 'skip' {
    return fault === null ? take() : this.#ledger.refuse(name, fault);
  }

  #file(name: string, { size, mode }: TarEntry): 'take' {
    this.#handle = openSync(this.#absolute(name), creating, (mode & 0o777) | 0o600);
    this.#wrote(name, size);
    return 'take';
  }

  #copy(name: string, { link }: TarEntry): 'skip' {
    const parts = entryParts(link, this.options.rules);
    const source = typeof parts === 'string' ? undefined : this.#at(parts.join('/'));
    if (source?.kind !== 'file') return this.#ledger.refuse(name, 'a hard link to what is not in the tree');
    const full = this.#ledger.room(source.size);
    if (full !== null) return this.#ledger.refuse(name, full);
    copyFileSync(this.#absolute(source.name), this.#absolute(name), constants.COPYFILE_EXCL);
    this.#wrote(name, source.size);
    return 'skip';
  }

  #wrote(name: string, size: number): void {
    this.#note({ kind: 'file', name, size });
    this.#ledger.written(size);
  }

  /** Makes a folder and those above it; gives why it can't be. Most are there already, so the deepest is looked at first. */
  #folder(parts: readonly string[], mode: number): string | null {
    const isThere = (name: string): boolean => {
      const there = this.#at(name);
      return there?.kind === 'folder' && there.name === name;
    };
    if (parts.length === 0 || isThere(parts.join('/'))) return null;
    for (let length = 1; length <= parts.length; length++) {
      const name = parts.slice(0, length).join('/');
      if (isThere(name)) continue;
      const there = this.#at(name);
      if (there !== undefined) return there.name === name ? `a ${there.kind} is in its way` : caseWords(there.name);
      if (!this.#ledger.hasEntries(this.#taken.size)) return this.#ledger.entriesWords();
      mkdirSync(this.#absolute(name), (length === parts.length ? mode & 0o777 : 0o755) | 0o700);
      this.#note({ kind: 'folder', name });
    }
    return null;
  }

  #clash(name: string): string | null {
    const there = this.#at(name);
    if (there === undefined) return null;
    return there.name === name ? 'twice in the archive' : caseWords(there.name);
  }

  #at(name: string): Taken | undefined {
    return this.#taken.get(this.#key(name));
  }

  #note(taken: Taken): void {
    this.#taken.set(this.#key(taken.name), taken);
  }

  #key(name: string): string {
    return nameKey(name, this.options.rules);
  }

  #absolute(name: string): string {
    return path.join(this.root, ...name.split('/'));
  }

  /** Does it; where the file system refuses this name alone, that is said and null comes back. */
  #guarded<T>(name: string, work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!nameFaults.has(codeOf(error))) throw asFault(error);
      this.#ledger.refuse(name, `the file system refuses it (${codeOf(error)})`);
      return null;
    }
  }
}
