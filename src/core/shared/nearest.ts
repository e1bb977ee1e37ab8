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

/** The name nearest to what was written (Levenshtein), where it is near enough to be meant; else null. */
export const nearest = (written: string, names: readonly string[]): string | null => {
  const word = written.slice(0, 64).toLowerCase();
  const ranked = names.map((name) => ({ name, far: distance(word, name.slice(0, 80).toLowerCase()) }));
  ranked.sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= Math.max(2, word.length / 3) ? best.name : null;
};
