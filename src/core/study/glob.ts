import { starMatch } from '../shared/starMatch';

const inName = (glob: string, name: string): boolean =>
  starMatch(
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
  return (path) => starMatch(parts, path.split('/'), isStar, inName);
};
