/** Levels of lists and objects that outside documents may have; more of them would exhaust the stack of whoever walks. */
export const maxLevels = 500;

/** Whether lists and objects stand in each other over `levels` deep; so does a value that holds itself. */
export const isNestedDeeper = (value: unknown, levels = maxLevels): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isNestedDeeper(part, levels - 1));
};
