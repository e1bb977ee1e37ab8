import { rootFinder, trajectoryRoots } from '../../core/run/trajectory/formats/folderTrajectories';

/** Files of a folder before the folders in it, at each level. */
const byLevel = (a: string, b: string): number => {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((name, level) => name !== right[level]);
  if (at < 0) return left.length - right.length;
  const [isLeaf, otherIsLeaf] = [at === left.length - 1, at >= right.length - 1];
  if (isLeaf !== otherIsLeaf) return isLeaf ? -1 : 1;
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
};

/** The files after each step of a run of ours, beside its trajectory. */
const statesEnding = /\.states\.jsonl$/;

/**
 * What is opened one by one of a folder with these paths: '' for the folder itself where it is a trajectory or several,
 * folders below it that are, and all other files. A folder's files come before the folders in it.
 */
export const trajectoryUnits = (paths: readonly string[]): readonly string[] => {
  const roots = trajectoryRoots(paths);
  const rootOf = rootFinder(roots);
  const rest = paths.filter((path) => rootOf(path) === null && !statesEnding.test(path));
  return [...rest.sort(byLevel), ...roots.map(({ root }) => root.slice(0, -1))];
};
