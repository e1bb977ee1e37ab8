/** Levels of lists and objects that outside documents may have; more of them would exhaust the stack of whoever walks. */
export const maxLevels = 500;

/** Whether lists and objects stand in each other over `levels` deep; so does a value that holds itself. */
export const isNestedDeeper = (value: unknown, levels = maxLevels): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let at = 0; at < parts.length; at++)
    if (typeof parts[at] === 'object' && isNestedDeeper(parts[at], levels - 1)) return true;
  return false;
};

/** Whether a number in it may not be the one that was written: whole and beyond 2^53, or too large for a number at all. */
export const holdsInexact = (value: unknown): boolean => {
  if (typeof value === 'number')
    return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return false;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.some(holdsInexact);
};
