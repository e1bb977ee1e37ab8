import type { JobFiles } from '../../core/run/container/engine';
import { outputEntries, outputFileBytes, outputFolderBytes } from '../../core/run/container/limits';
import { EnvironmentFault } from '../../core/shared/problem';
import { entryParts } from '../archive/entryNames';
import { TarFault } from '../archive/tarHeader';
import { type TarEntry, TarReader, type TarSink } from '../archive/tarReader';
import { HeadAndTail } from '../jobs/headAndTail';

const maxTotalBytes = 2 * outputFileBytes;

/** They become keys of a map, never names on the host's disk. */
const nameRules = { foldsCase: false, windows: false };

const relativeName = ({ name }: TarEntry): string => name.replace(/^out\//, '');

const shown = (entry: TarEntry): string => JSON.stringify(relativeName(entry).slice(0, 200));

/** Keeps the files of a result folder in memory. */
class OutputFiles implements TarSink {
  readonly files = new Map<string, Uint8Array>();
  readonly skipped: string[] = [];
  #present: { readonly name: string; readonly kept: HeadAndTail } | null = null;
  #entries = 0;
  #announced = 0;
  #total = 0;

  constructor(private readonly mostBytes: number) {}

  entry(entry: TarEntry): 'take' | 'skip' | 'stop' {
    this.#entries += 1;
    this.#announced += entry.size;
    const over = this.#tooMuch();
    if (over !== null) {
      this.skipped.push(`${shown(entry)} and all after it: ${over}`);
      return 'stop';
    }
    if (entry.kind === 'folder') return 'skip';
    const fault = this.#fault(entry);
    if (fault !== null) {
      this.skipped.push(`${shown(entry)}: ${fault}`);
      return 'skip';
    }
    this.#present = { name: relativeName(entry), kept: new HeadAndTail(outputFileBytes) };
    return 'take';
  }

  data(bytes: Uint8Array): void {
    this.#present?.kept.push(bytes);
  }

  end(): void {
    if (this.#present === null) return;
    const { name, kept } = this.#present;
    const { bytes, cut } = kept.result();
    if (cut > 0) this.skipped.push(`${name}: ${cut} bytes between its head and tail were left out`);
    this.#total += bytes.byteLength;
    this.files.set(name, bytes);
    this.#present = null;
  }

  /** Why nothing more is read; null where there is room. */
  #tooMuch(): string | null {
    if (this.#entries > 2 * outputEntries) return `more than ${2 * outputEntries} files`;
    return this.#announced > this.mostBytes ? `more than ${this.mostBytes} bytes` : null;
  }

  #fault(entry: TarEntry): string | null {
    if (this.#entries > outputEntries) return `more than ${outputEntries} files`;
    if (entry.kind !== 'file') return `a ${entry.kind}, not a file`;
    const name = relativeName(entry);
    const parts = entry.readable ? entryParts(name, nameRules) : 'a name that is not UTF-8';
    if (typeof parts === 'string') return parts;
    if (parts.join('/') !== name) return 'a name with empty parts or dots';
    if (this.files.has(name)) return 'twice in the archive';
    return this.#total > maxTotalBytes ? `more than ${maxTotalBytes} bytes in all` : null;
  }
}

/**
 * Reads what a container left in `/out`. Links, devices and hostile names are refused; a long file keeps its head and
 * tail; entries and bytes are counted, and reading ends where there are too many. Whatever is left out is said in
 * `skipped`. Throws EnvironmentFault('engine') where the archive is cut.
 */
export const readOutputArchive = async (
  tar: AsyncIterable<Uint8Array>,
  mostBytes = outputFolderBytes,
): Promise<JobFiles> => {
  const output = new OutputFiles(mostBytes);
  const reader = new TarReader(output);
  try {
    for await (const chunk of tar) {
      reader.push(chunk);
      if (reader.done) break;
    }
    reader.finish();
  } catch (error) {
    if (error instanceof TarFault) throw new EnvironmentFault('engine', `The results came damaged: ${error.message}.`);
    throw error;
  }
  return { files: output.files, skipped: output.skipped };
};
