import { readFile } from 'node:fs/promises';
import { writeTextFile } from './writeTextFile';

type Row = { readonly instance_id: string; readonly [field: string]: unknown };

const idIn = (line: string): string | null => {
  try {
    const value = JSON.parse(line) as { instance_id?: unknown } | null;
    return typeof value?.instance_id === 'string' ? value.instance_id : null;
  } catch {
    return null;
  }
};

/** `predictions.jsonl`: one row an instance, in the order in which they came; lines that are none stay as they are. */
export class PredictionRows {
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private lines: readonly string[],
  ) {}

  static async open(path: string): Promise<PredictionRows> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return new PredictionRows(
      path,
      text.split('\n').filter((line) => line !== ''),
    );
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.lines.flatMap((line) => idIn(line) ?? []));
  }

  /** Flushed to disk before it resolves; the file is whole at any time. */
  put(row: Row): Promise<void> {
    const kept = this.lines.filter((line) => idIn(line) !== row.instance_id);
    this.lines = [...kept, JSON.stringify(row)];
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  #write(): Promise<void> {
    return writeTextFile(this.path, `${this.lines.join('\n')}\n`);
  }
}
