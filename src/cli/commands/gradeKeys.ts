import type { GradedEntry } from '../../app/gradeBeside';

/** Names that the document keeps for itself; an instance of such an id is always numbered (`touchstone#1`). */
const own: ReadonlySet<string> = new Set(['touchstone', 'touchstoneSkipped', 'touchstonePassAtK', 'touchstoneFlaky']);

/**
 * A key for each log: the instance's id for the first, `<id>#2` and so on for others of the same instance; samples and
 * repeats by their own number where it is free. No key is taken twice, and none is the id of another instance.
 */
export const keysOf = (logs: readonly GradedEntry[]): readonly (readonly [key: string, log: GradedEntry])[] => {
  const taken = new Set<string>(own);
  const ids = new Set(logs.map(({ grade }) => grade.id));
  const last = new Map<string, number>();
  const keyOf = ({ grade: { id }, attempt }: GradedEntry): string => {
    if ((attempt ?? 1) === 1 && !taken.has(id)) return id;
    const isFree = (n: number): boolean => !taken.has(`${id}#${n}`) && !ids.has(`${id}#${n}`);
    if (attempt !== undefined && attempt > 1 && isFree(attempt)) return `${id}#${attempt}`;
    let number = (last.get(id) ?? (own.has(id) ? 0 : 1)) + 1;
    while (!isFree(number)) number += 1;
    last.set(id, number);
    return `${id}#${number}`;
  };
  return logs.map((log) => {
    const key = keyOf(log);
    taken.add(key);
    return [key, log];
  });
};
