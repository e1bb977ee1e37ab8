import type { RunItemState } from '../../app/run/runRequest';
import { printable } from '../printable';
import type { Streams } from './evaluateScreen';
import { moneyText } from './runOutput';

/** Milliseconds between two drawings on a terminal, and two plain lines of one instance. */
const every = { drawing: 150, plain: 10_000 } as const;

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

const itemLine = ({ instanceId, progress }: RunItemState, width: number): string => {
  const { calls = 0, costUsd = null, doing = 'preparing' } = progress ?? {};
  const spent = costUsd === null ? '' : `  ${moneyText(costUsd)}`;
  return cut(printable(`  ${instanceId}  ${calls} calls${spent}  ${doing.split('\n')[0] ?? ''}`), width);
};

/**
 * What a run of a model shows: results on stdout as they come; on a terminal's stderr a line for each instance that is
 * under way and one for all, drawn in place; elsewhere a line now and then.
 */
export class RunScreen {
  readonly #items = new Map<string, RunItemState>();
  readonly #saidAt = new Map<string, number>();
  #drawn = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly streams: Streams,
    private readonly total: number,
  ) {}

  /** A result; for stdout as it is. */
  result(text: string): void {
    this.#over(() => this.streams.out(text));
  }

  /** A line for people on stderr. */
  say(text: string): void {
    this.#over(() => this.streams.err(`${printable(text)}\n`));
  }

  changed(key: string, item: RunItemState): void {
    this.#items.set(key, item);
    if (this.streams.isTerminal) this.#timer ??= setTimeout(() => this.#draw(), every.drawing);
    else this.#plain(key, item);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#clear();
    this.#items.clear();
  }

  #plain(key: string, item: RunItemState): void {
    const now = performance.now();
    if (item.state !== 'running' || now - (this.#saidAt.get(key) ?? Number.NEGATIVE_INFINITY) < every.plain) return;
    this.#saidAt.set(key, now);
    this.streams.err(`${itemLine(item, 200).trimStart()}\n`);
  }

  #lines(): readonly string[] {
    const items = [...this.#items.values()];
    const running = items.filter(({ state }) => state === 'running');
    const done = items.filter(({ state }) => state === 'ended' || state === 'kept').length;
    const costs = items.map(({ result, progress }) => (result ?? progress)?.costUsd ?? 0);
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    const width = Math.max(20, this.streams.columns() - 1);
    const head = `${done}/${this.total} done, ${running.length} running, ${moneyText(spent)}`;
    return [...running.map((item) => itemLine(item, width)), cut(head, width)];
  }

  #draw(): void {
    this.#timer = null;
    this.#clear();
    const lines = this.#lines();
    this.streams.err(lines.map((line) => `${line}\n`).join(''));
    this.#drawn = lines.length;
  }

  #clear(): void {
    if (this.#drawn > 0) this.streams.err(`\u001b[${this.#drawn}A\u001b[0J`);
    this.#drawn = 0;
  }

  #over(write: () => void): void {
    const wasDrawn = this.#drawn > 0;
    this.#clear();
    write();
    if (wasDrawn) this.#draw();
  }
}
