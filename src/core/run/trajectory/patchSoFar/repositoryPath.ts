/** The text of a file of the base commit by its path in the repository; null where there is none. */
export type BaseFile = (path: string) => Promise<string | null>;

/** A path without `.`, `..` and doubled slashes; null where it leads above its beginning. */
const normal = (path: string): string | null => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
};

/**
 * A path as an agent's tool was given it, below the repository's folder `root` in its machine: without a leading slash
 * where it stands in the repository, still with one where that isn't known (`root` null) or it stands elsewhere; null
 * where it is no path of a file. Relative paths are taken from `root`.
 */
export const repositoryPath = (path: string, root: string | null): string | null => {
  const clean = path.includes('\0') ? null : normal(path);
  if (clean === null || clean === '' || clean === '/') return null;
  const folder = root === null ? null : `${normal(root) ?? ''}/`;
  return folder !== null && clean.startsWith(folder) ? clean.slice(folder.length) || null : clean;
};

/**
 * The folder in which the repository stood in the agent's machine, found by one file of it: the shortest start of the
 * absolute path behind which there is a file. Null where there is none.
 */
export const rootByFile = async (path: string, fileAt: BaseFile): Promise<string | null> => {
  const clean = path.startsWith('/') ? normal(path) : null;
  const parts = clean?.slice(1).split('/') ?? [];
  for (let cut = 1; cut < Math.min(parts.length, 16); cut++) {
    const rest = parts.slice(cut).join('/');
    if ((await fileAt(rest)) !== null) return `/${parts.slice(0, cut).join('/')}`;
  }
  return null;
};
