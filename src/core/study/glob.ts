/**
 * Whether a row of items matches a pattern in which a star stands for any number of items. Goes back to the last star
 * only, so that it takes the product of the lengths at the most.
 */
const matches = <P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (part: P) => boolean,
  fits: (part: P, item: T) => boolean,
): boolean => {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length; ) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      star = at;
      at += 1;
      resume = item;
    } else if (part !== undefined && fits(part, items[item] as T)) {
      at += 1;
      item += 1;
    } else {
      if (star < 0) return false;
      at = star + 1;
      resume += 1;
      item = resume;
    }
  }
  return pattern.slice(at).every(isStar);
};

const inName = (glob: string, name: string): boolean =>
  matches(
    [...glob],
    [...name],
    (part) => part === '*',
    (part, letter) => part === '?' || part === letter,
  );

/**
 * Whether paths of a repository match a glob of the study file: `*` within a folder's name, `**` over folders, `?` one
 * character; a name without `/` stands for a file of the top, one that ends in `/` for all that a folder holds.
 */
export const globMatcher = (glob: string): ((path: string) => boolean) => {
  const parts = glob
    .replace(/^\.?\//, '')
    .replace(/\/$/, '/**')
    .split('/');
  const isStar = (part: string): boolean => part === '**';
  return (path) => matches(parts, path.split('/'), isStar, inName);
};
