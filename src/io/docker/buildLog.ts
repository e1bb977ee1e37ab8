import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ProgressMessage } from './progressStream';

const mostBytes = 20 * 1024 ** 2;
const lastLines = 15;
const longestLine = 400;
const longestRest = 64 * 1024;

/** The builder's own words, not the command's. */
const builderLine = /^(?: ---> |Removing intermediate container )/;

/** Text of a terminal without its colours and movements. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** What a build said: into a file as it comes, and its last lines and step for the message of a failure. */
export class BuildLog {
  #step: { readonly number: number; readonly text: string } | null = null;
  #lines: string[] = [];
  #layer: string | null = null;
  #rest = '';
  #written = 0;
  #file: WriteStream | null = null;

  private constructor(readonly path: string) {}

  /** Replaces the log of an earlier build. A log that can't be written doesn't stop a build. */
  static async begin(file: string): Promise<BuildLog> {
    const log = new BuildLog(file);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      log.#file = createWriteStream(file, { mode: 0o600 }).on('error', () => {
        log.#file = null;
      });
    } catch {
      log.#file = null;
    }
    return log;
  }

  /** Gives the step that has begun with this message, in the engine's words; null for all other messages. */
  take({ stream, error, status }: ProgressMessage): string | null {
    const text = stream ?? (error === undefined ? (status === undefined ? '' : `${status}\n`) : `${error}\n`);
    this.#write(text);
    if (stream === undefined) return null;
    const lines = (this.#rest + text).split('\n');
    // A step's own line may come in parts and be long; a bar that is drawn over and over is longer.
    this.#rest = (lines.pop() ?? '').slice(-longestRest);
    const begun = lines
      .map((line) => this.#line(plain(line.replace(/^.*\r(?!$)/, ''))))
      .filter((step) => step !== null);
    return begun.at(-1) ?? null;
  }

  #line(line: string): string | null {
    const [, number, count, text] = /^step (\d+)\/(\d+) ?: (.*)$/i.exec(line) ?? [];
    if (number === undefined) {
      this.#layer = /^ ---> ([0-9a-f]{12,64})$/.exec(line)?.[1] ?? this.#layer;
      if (line.trim() !== '' && !builderLine.test(line)) this.#lines.push(line.slice(0, longestLine));
      if (this.#lines.length > lastLines) this.#lines.shift();
      return null;
    }
    this.#step = { number: Number(number), text: text ?? '' };
    this.#lines = [];
    return `step ${number} of ${count}`;
  }

  #write(text: string): void {
    if (this.#written > mostBytes) return;
    const bytes = Buffer.byteLength(text);
    this.#file?.write(
      this.#written + bytes > mostBytes ? '\n[The rest of the log was left out: it is too long.]\n' : text,
    );
    this.#written += bytes;
  }

  /** What the step that ran last does, by what `names` call it, else in the Dockerfile's own words. */
  stepWords(names: readonly string[]): string {
    if (this.#step === null) return '';
    return names[this.#step.number - 1] ?? this.#step.text.slice(0, longestLine);
  }

  /** The step that ran last; null before the first. */
  step(names: readonly string[]): string | null {
    return this.#step === null ? null : `step ${this.#step.number}, ${this.stepWords(names)}`;
  }

  /** Id of the last layer that was finished, from which the next build would go on; null before the first. */
  get layer(): string | null {
    return this.#layer;
  }

  /** The last lines of the step that ran last. */
  get lastLines(): readonly string[] {
    const rest = plain(this.#rest).trim();
    return rest === '' ? this.#lines : [...this.#lines, rest];
  }

  end(): Promise<void> {
    return new Promise((resolve) => (this.#file === null ? resolve() : this.#file.end(() => resolve())));
  }
}
