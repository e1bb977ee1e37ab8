import type { TreeLimits } from '../../core/run/container/session';

/** Lines kept of what was refused. */
const mostLines = 1000;

/** How much more than the wanted bytes may come in all: what is left out comes as well. */
const comingFactor = 4;
const comingExtra = 4 * 1024 ** 3;

/** Counts what came out of an archive, against its limits, and keeps what was refused and why. */
export class TreeLedger {
  readonly #lines: string[] = [];
  #unsaid = 0;
  #entries = 0;
  #coming = 0;
  files = 0;
  bytes = 0;

  constructor(private readonly limits: TreeLimits) {}

  /** Bytes that an entry announces, whether or not they are wanted. Gives why nothing more is read. */
  announce(size: number): string | null {
    this.#coming += size;
    return this.#coming > comingFactor * this.limits.bytes + comingExtra ? 'far more bytes than may come' : null;
  }

  /** One more entry that is wanted. Gives why nothing more is read. */
  count(size: number): string | null {
    this.#entries += 1;
    return this.#entries > this.limits.entries ? this.entriesWords() : this.room(size);
  }

  /** Why so many bytes more have no room; null where they have. */
  room(size: number): string | null {
    return this.bytes + size > this.limits.bytes ? `more than ${this.limits.bytes} bytes in all` : null;
  }

  hasEntries(made: number): boolean {
    return made < this.limits.entries;
  }

  entriesWords(): string {
    return `more than ${this.limits.entries} entries`;
  }

  written(size: number): void {
    this.files += 1;
    this.bytes += size;
  }

  refuse(name: string, fault: string): 'skip' {
    if (this.#lines.length < mostLines) this.#lines.push(`${JSON.stringify(name.slice(0, 300))}: ${fault}`);
    else this.#unsaid += 1;
    return 'skip';
  }

  skipped(): readonly string[] {
    return [...this.#lines, ...(this.#unsaid > 0 ? [`and ${this.#unsaid} more`] : [])];
  }
}
