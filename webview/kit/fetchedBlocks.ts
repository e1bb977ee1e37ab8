/** Blocks of something too long to hold, fetched as they come into view, the last ones kept. */
export interface Blocks<T> {
  /** The block, where it is here; asks for it where it is not. */
  get(key: string): T | null;
  /** Forgets all; what is still under way is dropped when it comes. */
  clear(): void;
}

/** How many blocks are asked for at the same time: a long scroll asks for where it ends, not for all it passed. */
const atOnce = 4;

/**
 * Keeps up to `most` blocks. What was asked last is fetched first, and what has gone out of view meanwhile is not
 * fetched at all: `wanted` says whether a block still matters. `arrived` is called after each.
 */
export const fetchedBlocks = <T>(
  fetch: (key: string) => Promise<T | null>,
  wanted: (key: string) => boolean,
  arrived: () => void,
  most: number,
): Blocks<T> => {
  const kept = new Map<string, T>();
  const asked: string[] = [];
  const running = new Set<string>();
  let age = 0;
  const next = (): void => {
    while (running.size < atOnce) {
      const key = asked.pop();
      if (key === undefined) return;
      if (!running.has(`${age} ${key}`) && !kept.has(key) && wanted(key)) void load(key);
    }
  };
  const load = async (key: string): Promise<void> => {
    const begun = age;
    running.add(`${begun} ${key}`);
    const value = await fetch(key).catch(() => null);
    running.delete(`${begun} ${key}`);
    if (value !== null && begun === age) keep(key, value);
    next();
  };
  const keep = (key: string, value: T): void => {
    kept.set(key, value);
    const oldest = kept.keys().next();
    if (kept.size > most && !oldest.done) kept.delete(oldest.value);
    arrived();
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found !== undefined) return found;
      if (!asked.includes(key)) asked.push(key);
      if (asked.length > 64) asked.shift();
      queueMicrotask(next);
      return null;
    },
    clear: () => {
      age++;
      kept.clear();
      asked.length = 0;
    },
  };
};
