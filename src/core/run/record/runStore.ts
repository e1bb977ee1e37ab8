/** Writes a run's folder. One process at a time owns it, by its lock. See `io/store/runFolder.ts`. */
export interface RunStore {
  /** Throws InputFault where another live process owns it, naming it. */
  open(folder: string): Promise<OpenRunFolder>;
}

export interface OpenRunFolder {
  readonly folder: string;
  /** What an earlier process wrote; null: a new folder. */
  readonly before: {
    readonly record: unknown;
    readonly events: readonly unknown[];
    readonly done: ReadonlySet<string>;
  } | null;
  writeRecord(record: unknown): Promise<void>;
  /** Flushed to disk before it resolves. */
  event(event: unknown): Promise<void>;
  /** Replaces the row of that instance where there is one. */
  prediction(row: { readonly instance_id: string; readonly [field: string]: unknown }): Promise<void>;
  /** Whole and at once, below `trajectories/`. A name that leaves it throws InputFault. */
  keep(name: string, content: string | Uint8Array): Promise<void>;
  /** Adds to the end of a file below `trajectories/`; one that doesn't stand there yet is made. */
  append(name: string, content: string | Uint8Array): Promise<void>;
  /** Removes a file below `trajectories/`; none is no fault. */
  drop(name: string): Promise<void>;
  /** Where the model's requests and replies of an attempt go: a file below `records/`, gone where an earlier attempt left it. */
  recordFile(instanceId: string): Promise<string>;
  close(): Promise<void>;
}
