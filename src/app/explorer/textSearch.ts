import type { RowSeek } from '../../core/dataset/rowSeek';
import type { Instance } from '../../core/instance/instance';
import type { FilePort } from '../../core/shared/files';
import type { SearchState } from '../../protocol/explorer';
import { streamDataset } from '../readDataset';
import { indexedInstance } from '../readIndexedRow';
import type { ExplorerDataset } from './explorerStudy';

export interface SearchPorts {
  readonly files: FilePort;
  readonly seek: RowSeek;
}

/** What is sought: every word of the text, case aside. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

const holdsAll = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};

const textOf = ({ id, repo, statement, goldPatch, testPatch }: Instance): string =>
  [id, repo, statement, goldPatch, testPatch].map((part) => part ?? '').join('\n');

/**
 * One text sought in all rows of a study: in ids, repositories and titles at once, then in statements and patches of
 * the files, block by block. `rows` (1: found) only ever gains.
 */
export class TextSearch {
  readonly rows: Uint8Array;
  /** Changes with `rows`. */
  revision = 1;
  /** The reading of the files; never fails, what can't be read finds nothing more. */
  readonly done: Promise<void>;
  private readonly stop = new AbortController();
  private readonly words: readonly string[];
  private read = 0;
  private of = 0;
  private running = true;

  constructor(
    private readonly ports: SearchPorts,
    private readonly datasets: readonly ExplorerDataset[],
    text: string,
  ) {
    this.words = wordsOf(text);
    const all = datasets.flatMap(({ instances }) => instances);
    this.rows = Uint8Array.from(all, ({ id, repo, title }) =>
      holdsAll(`${id} ${repo ?? ''} ${title ?? ''}`, this.words) ? 1 : 0,
    );
    this.done = this.readAll();
  }

  get state(): SearchState {
    return { running: this.running, read: this.read, of: Math.max(this.read, this.of) };
  }

  cancel(): void {
    this.stop.abort(new Error('Cancelled'));
  }

  private async readAll(): Promise<void> {
    for (const { path } of this.datasets) this.of += (await this.ports.files.stat(path))?.bytes ?? 0;
    let first = 0;
    for (const dataset of this.datasets) {
      const before = this.read;
      try {
        await (dataset.instances[0]?.span ? this.seekIn(dataset, first) : this.streamThrough(dataset, first));
      } catch {
        // Cancelled, or the file can't be read any more: what was found stands.
      }
      this.read = Math.max(this.read, before);
      first += dataset.instances.length;
    }
    this.running = false;
    this.revision += 1;
  }

  private async seekIn({ path, instances }: ExplorerDataset, first: number): Promise<void> {
    const spans = instances.flatMap(({ span }) => (span ? [span] : []));
    if (spans.length !== instances.length) return;
    for await (const block of this.ports.seek.rowsWith(path, spans, this.words, this.stop.signal)) {
      for (const { at, row } of block.rows) {
        const known = instances[at];
        if (!known || this.rows[first + at] === 1) continue;
        const instance = indexedInstance(path, row, known);
        if (instance && holdsAll(textOf(instance), this.words)) this.found(first + at);
      }
      this.read += block.bytes;
    }
  }

  /** Files whose rows can't be sought are read whole. */
  private async streamThrough({ path, instances }: ExplorerDataset, first: number): Promise<void> {
    const places = new Map(instances.map(({ id }, at) => [id, first + at]));
    const stream = await streamDataset(this.ports.files, path, {}, this.stop.signal);
    for await (const item of stream.items) {
      if (item.kind !== 'instance') continue;
      const place = places.get(item.instance.id);
      if (place !== undefined && holdsAll(textOf(item.instance), this.words)) this.found(place);
    }
    this.read += (await this.ports.files.stat(path))?.bytes ?? 0;
  }

  private found(row: number): void {
    if (this.rows[row] === 1) return;
    this.rows[row] = 1;
    this.revision += 1;
  }
}

const keptSearches = 3;

/** The searches of one state of a study, by text; the oldest is stopped when there are too many. */
export class TextSearches {
  private readonly byText = new Map<string, TextSearch>();

  constructor(
    private readonly ports: SearchPorts,
    private readonly datasets: readonly ExplorerDataset[],
  ) {}

  /** Begins the search where it has not begun; null where the text has no words. */
  of(text: string): TextSearch | null {
    const words = wordsOf(text).join(' ');
    if (words === '') return null;
    const search = this.byText.get(words) ?? new TextSearch(this.ports, this.datasets, words);
    this.byText.delete(words);
    this.byText.set(words, search);
    const oldest = this.byText.entries().next();
    if (this.byText.size > keptSearches && !oldest.done) {
      oldest.value[1].cancel();
      this.byText.delete(oldest.value[0]);
    }
    return search;
  }

  cancel(): void {
    for (const search of this.byText.values()) search.cancel();
    this.byText.clear();
  }
}
