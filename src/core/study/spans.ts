const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span of the study file (`500ms`, `20s`, `30m`, `48h`, `2d`) in milliseconds; null where it is none. */
export const spanMs = (text: string): number | null => {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(text.trim());
  const unit = found?.[2] === undefined ? undefined : units[found[2]];
  return found && unit !== undefined ? Number(found[1]) * unit : null;
};

const sizes: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
};

/** A size of the study file (`512MiB`, `4GiB`) in bytes; null where it is none. */
export const sizeBytes = (text: string): number | null => {
  const found = /^(\d+(?:\.\d+)?)\s*([KMG]i?B)$/.exec(text.trim());
  const unit = found?.[2] === undefined ? undefined : sizes[found[2]];
  return found && unit !== undefined ? Math.round(Number(found[1]) * unit) : null;
};

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
  const ranked = names.map((name) => ({ name, far: distance(word, name.toLowerCase()) }));
  ranked.sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= Math.max(2, word.length / 3) ? best.name : null;
};
