import { formatPatch } from './formatPatch';
import { parsePatch } from './parsePatch';
import type { Hunk } from './patch';

const range = (start: number, count: number): string => (count === 1 ? `${start}` : `${start},${count}`);

const isMiscounted = ({ oldCount, newCount, found }: Hunk): boolean => oldCount !== found.old || newCount !== found.new;

/** The header with the counts of the lines below it; start lines, section text and line end stay. */
const recounted = (hunk: Hunk): Hunk => {
  if (!isMiscounted(hunk)) return hunk;
  const rest = /^@@ [^@]{0,80}@@(.*)$/s.exec(hunk.header)?.[1] ?? '';
  const { oldStart, newStart, found } = hunk;
  return { ...hunk, header: `@@ -${range(oldStart, found.old)} +${range(newStart, found.new)} @@${rest}` };
};

/**
 * A patch whose hunk headers count the lines that stand below them, and how many headers were changed. All other
 * bytes stay. Which lines belong to a hunk is what `parsePatch` found; a hunk that changes no line stays as it is.
 */
export const recountHunks = (patch: string): { readonly patch: string; readonly changed: number } => {
  const read = parsePatch(patch);
  const changed = read.files.flatMap(({ hunks }) => hunks).filter(isMiscounted).length;
  const files = read.files.map((file) => ({ ...file, hunks: file.hunks.map(recounted) }));
  return { patch: formatPatch({ ...read, files }), changed };
};
