/** Lines of a block that are compared, and characters of the text that is told. */
const mostLines = 60;
const mostText = 400;
/** Lines of a file that are looked through. */
const mostFileLines = 50_000;

const words = (line: string): ReadonlySet<string> => new Set(line.match(/\w+|[^\w\s]/g) ?? []);

/** Share of words that two lines have in common, 0 to 1; the blanks at their ends say nothing. */
const likeness = (one: string, other: string): number => {
  const [left, right] = [one.trim(), other.trim()];
  if (left === right) return left === '' ? 0 : 1;
  const [a, b] = [words(left), words(right)];
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return (2 * common) / (a.size + b.size);
};

/**
 * The lines of a text that are most like those sought: where, from line 1, and what stands there. Found by its first line
 * that says something, then by all of them. Null where less than a third is alike.
 */
export const nearestLines = (text: string, sought: string): { readonly line: number; readonly text: string } | null => {
  const wanted = sought.replace(/\n$/, '').split('\n').slice(0, mostLines);
  const first = wanted.findIndex((line) => /\w/.test(line));
  if (first < 0) return null;
  const lines = text.split('\n').slice(0, mostFileLines);
  const key = (wanted[first] ?? '').slice(0, 500);
  const places = lines
    .map((line, at) => ({ at: at - first, like: likeness(key, line.slice(0, 500)) }))
    .filter(({ like }) => like > 0.3)
    .sort((a, b) => b.like - a.like || a.at - b.at)
    .slice(0, 20);
  const scored = places.map(({ at }) => ({
    at: Math.max(0, at),
    like: wanted.reduce((sum, line, nth) => sum + likeness(line, lines[at + nth] ?? ''), 0) / wanted.length,
  }));
  const best = scored.sort((a, b) => b.like - a.like || a.at - b.at)[0];
  if (best === undefined || best.like < 1 / 3) return null;
  const told = lines.slice(best.at, best.at + Math.min(wanted.length, 5)).join('\n');
  return { line: best.at + 1, text: told.slice(0, mostText) };
};
