import { trajectoriesOfFolder } from './findTrajectories';

/**
 * What is opened one by one of a folder with these paths: '' for the folder itself where it is a trajectory or several,
 * folders below it that are, and all other files. A folder's files come before the folders in it.
 */
export const trajectoryUnits = (paths: readonly string[], under = ''): readonly string[] => {
  const whole = trajectoriesOfFolder(paths);
  const taken = new Set(whole.flatMap(({ parts }) => parts.map(({ path }) => path)));
  const rest = paths.filter((path) => !taken.has(path));
  const below = new Map<string, string[]>();
  const units: string[] = whole.length > 0 ? [under] : [];
  for (const path of rest) {
    const slash = path.indexOf('/');
    if (slash < 0) units.push(under === '' ? path : `${under}/${path}`);
    else {
      const name = path.slice(0, slash);
      const known = below.get(name) ?? [];
      known.push(path.slice(slash + 1));
      below.set(name, known);
    }
  }
  for (const [name, inside] of below) units.push(...trajectoryUnits(inside, under === '' ? name : `${under}/${name}`));
  return units;
};
