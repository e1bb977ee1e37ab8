import { type FileHandle, open, readFile } from 'node:fs/promises';
import { EnvironmentFault } from '../../core/shared/problem';

interface Line {
  readonly text: string;
  written(): void;
  failed(error: unknown): void;
}

const writeFault = (file: string, error: unknown): EnvironmentFault =>
  new EnvironmentFault('disk', `${file} can't be written (${(error as Error).message}).`);

/**
 * An append-only file of JSON lines. Each line is on the disk before its `append` ends; lines that come while others
 * are being flushed go to the disk together with one flush.
 */
export class LineFile {
  #lines: Line[] = [];
  #writing: Promise<void> | null = null;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    /** What was in it before. */
    readonly earlier: string,
  ) {}

  /** Reads what is there and ends a line that a crash tore, so that the next one stands for itself. */
  static async open(path: string): Promise<LineFile> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw writeFault(path, error);
    });
    try {
      const file = await open(path, 'a');
      if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
      return new LineFile(path, file, text);
    } catch (error) {
      throw writeFault(path, error);
    }
  }

  append(value: unknown): Promise<void> {
    return new Promise((written, failed) => {
      this.#lines.push({ text: `${JSON.stringify(value)}\n`, written, failed });
      this.#writing ??= this.#writeAll();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.file.close();
  }

  async #writeAll(): Promise<void> {
    while (this.#lines.length > 0) {
      const lines = this.#lines;
      this.#lines = [];
      try {
        await this.file.appendFile(lines.map(({ text }) => text).join(''));
        await this.file.datasync();
        for (const line of lines) line.written();
      } catch (error) {
        for (const line of lines) line.failed(writeFault(this.path, error));
      }
    }
    // In the same step as the last look at the lines: one that comes right after finds nobody writing.
    this.#writing = null;
  }
}
