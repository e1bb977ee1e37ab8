import { type FilePatch, type Patch, pathOf } from './patch';

/** What both patches do to one file of the base; several parts where a patch names it more than once. */
export interface FilePair {
  /** Where the file ends up in gold, or in the model's patch where gold doesn't touch it. */
  readonly path: string;
  readonly gold: readonly FilePatch[];
  readonly model: readonly FilePatch[];
}

/** Where the file's lines come from: its old path, but for a new file or a copy the path it gets. */
const baseKey = (file: FilePatch): string =>
  file.kind === 'added' || file.kind === 'copied' ? pathOf(file) : (file.oldPath ?? pathOf(file));

const groupBy = (files: Iterable<FilePatch>, keyOf: (file: FilePatch) => string): Map<string, FilePatch[]> => {
  const groups = new Map<string, FilePatch[]>();
  for (const file of files) {
    const parts = groups.get(keyOf(file));
    if (parts) parts.push(file);
    else groups.set(keyOf(file), [file]);
  }
  return groups;
};

const lastPath = (parts: readonly FilePatch[]): string => {
  const last = parts.at(-1);
  return last ? pathOf(last) : '';
};

/**
 * Pairs the files of both patches by the base file that they change, so that a rename on one side meets the file on
 * the other; what is left is paired by the path where it ends up. Gold's order first, then the model's.
 */
export const alignFiles = (gold: Patch, model: Patch): readonly FilePair[] => {
  const models = groupBy(model.files, baseKey);
  const pairs = [...groupBy(gold.files, baseKey)].map(([key, parts]) => {
    const partner = models.get(key);
    models.delete(key);
    return { path: lastPath(parts), gold: parts, model: partner ?? [] };
  });
  const byPath = new Map([...models.values()].map((parts) => [lastPath(parts), parts]));
  const taken = new Set<readonly FilePatch[]>();
  const matched = pairs.map((pair) => {
    const partner = pair.model.length > 0 ? undefined : byPath.get(pair.path);
    if (!partner || taken.has(partner)) return pair;
    taken.add(partner);
    return { ...pair, model: partner };
  });
  const rest = [...models.values()].filter((parts) => !taken.has(parts));
  return [...matched, ...rest.map((parts) => ({ path: lastPath(parts), gold: [], model: parts }))];
};
