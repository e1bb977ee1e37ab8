import { type IndexPorts, indexDataset } from '../app/indexDataset';
import { readInstance } from '../app/readDatasetInstance';
import { readIndexedInstance } from '../app/readIndexedRow';
import type { IndexedRow, RowIndex } from '../core/dataset/rowIndex';
import type { RowSeek } from '../core/dataset/rowSeek';
import type { Instance } from '../core/instance/instance';
import { aliasOf } from '../core/instance/instanceAlias';
import type { ServerStudy } from '../protocol/languageServer';

export interface StudyPorts extends IndexPorts {
  readonly seek: RowSeek;
}

/** An instance as the index of its dataset has it. */
export interface KnownInstance {
  readonly dataset: { readonly id: string; readonly path: string };
  /** 1-based place among the rows that open, in the order of the file. */
  readonly place: number;
  readonly row: IndexedRow;
}

/** Instances whose whole rows are kept; each may have thousands of test names. */
const mostKept = 50;

const nothing: ServerStudy = { folder: '', studyFile: null, datasets: [], runs: [], evaluations: [] };

/**
 * What the server knows of the open study. Datasets are indexed behind the answers, from the moment that a study is
 * open: what is not known yet is not offered, and nobody waits for it.
 */
export class StudyContext {
  private current: ServerStudy | null = null;
  private readonly listeners = new Set<() => void>();
  private byId = new Map<string, KnownInstance>();
  private byAlias = new Map<string, KnownInstance>();
  private indexes = new Map<string, RowIndex>();
  private instances = new Map<string, Promise<Instance | null>>();
  private stop = new AbortController();
  private read = false;
  private settled = false;

  constructor(readonly ports: StudyPorts) {}

  /** The study as the host told it last; one without anything where none is open. */
  get study(): ServerStudy {
    return this.current ?? nothing;
  }

  /** Whether every dataset of the study was read: only then is an unknown id no instance. */
  get isRead(): boolean {
    return this.read;
  }

  /** Whether the reading of datasets has ended, also where some of them could not be read. */
  get isSettled(): boolean {
    return this.settled;
  }

  /** Called when a study was opened, and again when its datasets were read. */
  onDidChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Takes over what the host says and begins to read the datasets anew (out of their cached indexes where they are). */
  open(study: ServerStudy | null): void {
    this.stop.abort();
    this.stop = new AbortController();
    this.current = study;
    this.read = false;
    this.settled = study === null;
    this.instances = new Map();
    if (study === null) this.take(new Map(), []);
    else void this.readDatasets(study, this.stop.signal);
    this.tell();
  }

  /** Reads the datasets anew, for when one of them has changed; until then what is known stays. */
  reread(): void {
    this.open(this.current);
  }

  /** By its id, or by another spelling of it (`owner__repo-1` and `owner/repo:pr-1`); null where unknown, or not yet known. */
  find(id: string): KnownInstance | null {
    return this.byId.get(id) ?? this.byAlias.get(aliasOf(id)) ?? null;
  }

  /** Ids that are known so far, in the order of the datasets. */
  ids(): readonly string[] {
    return [...this.byId.keys()];
  }

  /** The whole row of an instance; kept for the next question. Null where it is unknown or can't be read. */
  instance(id: string): Promise<Instance | null> {
    const known = this.find(id);
    if (known === null) return Promise.resolve(null);
    const key = known.row.id;
    const kept = this.instances.get(key) ?? this.readInstance(known).catch(() => null);
    this.instances.delete(key);
    this.instances.set(key, kept);
    const oldest = this.instances.keys().next().value;
    if (this.instances.size > mostKept && oldest !== undefined) this.instances.delete(oldest);
    return kept;
  }

  /** The instance if it is here within some milliseconds: a small wait for a seek, none for a long reading. */
  instanceSoon(id: string, ms = 40): Promise<Instance | null> {
    const late = new Promise<null>((resolve) => setTimeout(resolve, ms, null));
    return Promise.race([this.instance(id), late]);
  }

  private async readInstance({ dataset, row }: KnownInstance): Promise<Instance | null> {
    const index = this.indexes.get(dataset.path);
    const { seek, files } = this.ports;
    const sought = index && row.span ? await readIndexedInstance(seek, dataset.path, index, row.id) : null;
    return sought ?? readInstance(files, dataset.path, row.id, this.stop.signal);
  }

  private async readDatasets({ datasets }: ServerStudy, signal: AbortSignal): Promise<void> {
    const indexes = new Map<string, RowIndex>();
    let all = true;
    for (const { path } of datasets) {
      try {
        indexes.set(path, await indexDataset(this.ports, path, signal));
      } catch {
        all = false;
      }
      if (signal.aborted) return;
      this.take(indexes, datasets);
    }
    this.read = all && datasets.length > 0;
    this.settled = true;
    this.tell();
  }

  private take(indexes: ReadonlyMap<string, RowIndex>, datasets: ServerStudy['datasets']): void {
    this.indexes = new Map(indexes);
    this.byId = new Map();
    this.byAlias = new Map();
    for (const dataset of datasets)
      for (const [at, row] of (indexes.get(dataset.path)?.rows ?? []).entries()) {
        const known = { dataset, place: at + 1, row };
        if (!this.byId.has(row.id)) this.byId.set(row.id, known);
        const alias = aliasOf(row.id);
        if (!this.byAlias.has(alias)) this.byAlias.set(alias, known);
      }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
