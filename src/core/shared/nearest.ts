/** Steps (insert, drop, change) between two words. */
const distance = (a: string, b: string): number => {
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[b.length] ?? 0;
};

/** Names that are looked at; the one that was meant is seldom beyond. */
const mostNames = 400;

/** The name nearest to what was written (Levenshtein), where it is near enough to be meant; else null. */
export const nearest = (written: string, names: readonly string[]): string | null => {
  const word = written.slice(0, 64).toLowerCase();
  const most = Math.max(2, word.length / 3);
  let best: { readonly name: string; readonly far: number } | null = null;
  for (const name of names.slice(0, mostNames)) {
    if (Math.abs(name.length - word.length) > most) continue;
    const far = distance(word, name.toLowerCase());
    if (far <= most && (best === null || far < best.far)) best = { name, far };
  }
  return best?.name ?? null;
};
