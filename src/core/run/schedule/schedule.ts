import { type Capacity, fitsBeside, type JobCost, widthFor } from './capacity';
import { type ExpectedTimes, timeLeft } from './expectedTimes';
import type { RunProgress } from './runProgress';
import { type WaitingItem, WaitingList } from './waitingList';

/** One evaluation to be scheduled. */
export interface ScheduledItem extends WaitingItem {
  readonly cost: JobCost;
}

/**
 * The state of a run: what waits, what runs, and whether anything may start. Who drives it asks `next` after every
 * change, runs what it gives, and tells the end by `ended` or `again`. Knows no clock and starts nothing by itself.
 */
export class Schedule<T extends ScheduledItem> {
  readonly #waiting: WaitingList<T>;
  readonly #running = new Set<T>();
  #paused = false;
  #held = false;
  #stopped = false;

  constructor(
    private readonly capacity: Capacity,
    private readonly times: ExpectedTimes,
  ) {
    this.#waiting = new WaitingList((item) => times.of(item.instanceId));
  }

  add(item: T, begun = false): void {
    if (begun) this.#waiting.addFirst(item);
    else this.#waiting.add(item);
  }

  /** What is to start now, which then counts as running; null where nothing may. */
  next(): T | null {
    if (this.#paused || this.#held || this.#stopped) return null;
    const item = this.#waiting.first(new Set([...this.#running].map(({ instanceId }) => instanceId)));
    if (item === null) return null;
    const costs = [...this.#running].map(({ cost }) => cost);
    if (!fitsBeside(this.capacity, costs, item.cost)) return null;
    this.#waiting.remove(item);
    this.#running.add(item);
    return item;
  }

  /** It came to its end; `ms` is what it took, null where that says nothing of the next one. */
  ended(item: T, ms: number | null): void {
    this.#running.delete(item);
    if (ms !== null) this.times.seen(item.instanceId, ms);
  }

  /** It is to be tried again, behind all others. */
  again(item: T): void {
    this.#running.delete(item);
    if (!this.#stopped) this.#waiting.addLast(item);
  }

  /** Takes one out that waits; false where it doesn't. */
  withdraw(item: T): boolean {
    return this.#waiting.remove(item);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  /** Nothing starts while the engine is away; a person's pause is another matter. */
  hold(held: boolean): void {
    this.#held = held;
  }

  /** Nothing starts any more. Gives what waited. */
  stop(): readonly T[] {
    this.#stopped = true;
    const left = this.#waiting.all();
    for (const item of left) this.#waiting.remove(item);
    return left;
  }

  get state(): RunProgress['state'] {
    if (this.isOver) return 'ended';
    if (this.#stopped) return 'stopping';
    return this.#paused ? 'paused' : 'running';
  }

  get isOver(): boolean {
    return this.#running.size === 0 && this.#waiting.size === 0;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  running(): readonly T[] {
    return [...this.#running];
  }

  /** Expected milliseconds to the end; `sinceMs` says for how long an item has been running. */
  leftMs(sinceMs: (item: T) => number): number | null {
    const usual = this.times.usual();
    const running = this.running().map((item) => {
      const ms = this.times.of(item.instanceId) ?? usual;
      return ms === null ? null : Math.max(0, ms - sinceMs(item));
    });
    const waiting = this.#waiting.all();
    const count = waiting.length + running.length;
    const [first] = waiting.length > 0 ? waiting : this.running();
    const width = first === undefined ? 1 : widthFor(this.capacity, first.cost, count);
    return timeLeft([...waiting.map(({ instanceId }) => this.times.of(instanceId)), ...running], usual, width);
  }
}
