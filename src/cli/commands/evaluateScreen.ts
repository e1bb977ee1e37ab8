import type { RunProgress } from '../../core/run/schedule/runProgress';
import { printable } from '../printable';
import { barLine, sparseLine } from './evaluateBar';

/** The two streams, as far as they are used; a test puts its own here. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
  readonly isTerminal: boolean;
  columns(): number;
  readonly withColor: boolean;
}

/** Milliseconds between two drawings of the bar, two JSON lines, two plain lines. */
const every = { bar: 200, json: 2_000, plain: 30_000 } as const;

/** A pull tells of itself many times a second. */
const phaseEveryMs = 2_000;

/** NO_COLOR as its page says it: any text but the empty one. */
const wantsColor = (): boolean => !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';

export const processStreams = (): Streams => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true && process.env['TERM'] !== 'dumb',
  columns: () => process.stderr.columns ?? 80,
  withColor: wantsColor(),
});

/**
 * What a run shows: results on stdout as they come, and on stderr how it goes: a bar on a terminal, else JSON lines
 * where JSON is asked for, else a plain line now and then. Lines and the bar don't write over each other.
 */
export class EvaluateScreen {
  readonly #mode: keyof typeof every;
  #drawn = false;
  #saidAt = Number.NEGATIVE_INFINITY;
  #last: RunProgress | null = null;
  #timer: NodeJS.Timeout | null = null;
  #phaseAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly streams: Streams,
    json: boolean,
  ) {
    this.#mode = streams.isTerminal ? 'bar' : json ? 'json' : 'plain';
    // A log's first plain line comes after its time, not at once.
    if (this.#mode === 'plain') this.#saidAt = performance.now();
  }

  /** A result; for stdout as it is. */
  result(text: string): void {
    this.#clear();
    this.streams.out(text);
    this.#redraw();
  }

  /** A line for people on stderr. */
  say(text: string): void {
    this.#clear();
    this.streams.err(`${printable(text)}\n`);
    this.#redraw();
  }

  /** What is being done for one item: of use in a log, while a terminal has its bar. */
  phase(text: string): void {
    if (this.#mode !== 'plain' || performance.now() < this.#phaseAt + phaseEveryMs) return;
    this.#phaseAt = performance.now();
    this.say(text);
  }

  progress(progress: RunProgress): void {
    this.#last = progress;
    const wait = this.#saidAt + every[this.#mode] - performance.now();
    if (wait <= 0) this.#tell();
    else if (this.#mode === 'bar') this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  /** Takes the bar away; the last JSON line says where the run ended. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#mode === 'json' && this.#last !== null) this.#tell();
    this.#clear();
    this.#last = null;
  }

  #tell(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#last === null) return;
    this.#saidAt = performance.now();
    if (this.#mode === 'json') this.streams.err(`${JSON.stringify({ progress: this.#last })}\n`);
    else if (this.#mode === 'plain') this.streams.err(`${sparseLine(this.#last)}\n`);
    else {
      this.#clear();
      this.#redraw();
    }
  }

  #redraw(): void {
    if (this.#mode !== 'bar' || this.#last === null || this.#last.state === 'ended') return;
    this.streams.err(barLine(this.#last, this.streams.columns(), this.streams.withColor));
    this.#drawn = true;
  }

  #clear(): void {
    if (this.#drawn) this.streams.err('\r\u001b[2K');
    this.#drawn = false;
  }
}
