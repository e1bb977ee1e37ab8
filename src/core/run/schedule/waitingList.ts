import { longestFirst } from './expectedTimes';

/** One evaluation that waits. */
export interface WaitingItem {
  readonly instanceId: string;
  /** Repeats are rounds: all of one come before any of the next. */
  readonly repeat: number;
}

/**
 * What waits, in the order in which it is to start: first what goes on from an earlier process, then round by round,
 * within a round the longest first, last what is tried again. Two evaluations of an instance don't run side by side
 * where others wait. A round is put in order when its first item starts: by then more is known.
 */
export class WaitingList<T extends WaitingItem> {
  /** Begun elsewhere (-1), rounds by number, tried again (infinity). */
  readonly #rounds = new Map<number, T[]>();
  readonly #ordered = new Set<number>();
  #count = 0;

  constructor(private readonly expected: (item: T) => number | null) {}

  get size(): number {
    return this.#count;
  }

  all(): T[] {
    return this.#numbers().flatMap((round) => this.#rounds.get(round) ?? []);
  }

  add(item: T): void {
    this.#put(item.repeat, item);
  }

  /** Before all others: it runs already, and only its end is waited for. */
  addFirst(item: T): void {
    this.#put(-1, item);
  }

  /** Behind all others. */
  addLast(item: T): void {
    this.#put(Number.POSITIVE_INFINITY, item);
  }

  /** The next to start beside the running instances; it stays until `remove`. Null where nothing waits. */
  first(runningInstances: ReadonlySet<string>): T | null {
    for (const round of this.#numbers()) {
      const free = this.#inOrder(round).find((item) => !runningInstances.has(item.instanceId));
      if (free !== undefined) return free;
    }
    const [round] = this.#numbers();
    return round === undefined ? null : (this.#inOrder(round)[0] ?? null);
  }

  remove(item: T): boolean {
    for (const [round, items] of this.#rounds) {
      const at = items.indexOf(item);
      if (at < 0) continue;
      items.splice(at, 1);
      if (items.length === 0) this.#rounds.delete(round);
      this.#count -= 1;
      return true;
    }
    return false;
  }

  #put(round: number, item: T): void {
    const items = this.#rounds.get(round);
    if (items === undefined) this.#rounds.set(round, [item]);
    else items.push(item);
    this.#count += 1;
  }

  #numbers(): number[] {
    return [...this.#rounds.keys()].sort((a, b) => a - b);
  }

  #inOrder(round: number): readonly T[] {
    const items = this.#rounds.get(round) ?? [];
    if (this.#ordered.has(round) || round < 0 || round === Number.POSITIVE_INFINITY) return items;
    const ordered = longestFirst(items, this.expected);
    this.#rounds.set(round, ordered);
    this.#ordered.add(round);
    return ordered;
  }
}
