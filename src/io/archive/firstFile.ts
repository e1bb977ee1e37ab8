import { type TarEntry, TarReader, type TarSink } from './tarReader';

/** Keeps the data of the first entry, where that is a file of few bytes. */
class FirstFile implements TarSink {
  readonly #parts: Uint8Array[] = [];
  #seen = false;
  whole = false;

  constructor(private readonly mostBytes: number) {}

  entry({ kind, size }: TarEntry): 'take' | 'stop' {
    if (this.#seen || kind !== 'file' || size > this.mostBytes) return 'stop';
    this.#seen = true;
    return 'take';
  }

  data(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  end(): void {
    this.whole = true;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

/** The data of an archive's first entry; null where it isn't a file, or has more bytes. Throws TarFault. */
export const readFirstFile = async (tar: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Uint8Array | null> => {
  const first = new FirstFile(mostBytes);
  const reader = new TarReader(first);
  for await (const chunk of tar) {
    reader.push(chunk);
    if (reader.done || first.whole) break;
  }
  return first.whole ? first.bytes() : null;
};
