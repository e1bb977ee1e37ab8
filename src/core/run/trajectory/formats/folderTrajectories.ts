import { groupBy } from '../../../shared/groupBy';
import type { TrajectoryFolder, TrajectoryFormat } from '../trajectoryFormat';
import { trajectoryFormats } from './registry';

/** A folder that is one trajectory or several, told by the names of its files. */
export interface TrajectoryRoot {
  /** '' for what was opened, else a path below it with `/` behind. Every file below it belongs to these trajectories. */
  readonly root: string;
  readonly format: TrajectoryFormat;
  readonly version: string | null;
  readonly trajectories: TrajectoryFolder['trajectories'];
}

/**
 * Folders among these paths (with `/`, below what was opened) that are trajectories, of every format, in the order of
 * their paths. None lies in another: a folder in a trajectory's folder belongs to that one.
 */
export const trajectoryRoots = (paths: readonly string[]): readonly TrajectoryRoot[] => {
  const found = trajectoryFormats.flatMap((format): readonly TrajectoryRoot[] => {
    const folder = format.folder?.(paths) ?? null;
    if (folder === null) return [];
    const roots = groupBy(folder.trajectories, ({ root }) => root);
    return [...roots].map(([root, trajectories]) => ({ root, format, version: folder.version, trajectories }));
  });
  const sorted = found.sort((a, b) => (a.root < b.root ? -1 : a.root > b.root ? 1 : 0));
  const outermost: TrajectoryRoot[] = [];
  for (const one of sorted) {
    const last = outermost.at(-1);
    if (last === undefined || !one.root.startsWith(last.root)) outermost.push(one);
  }
  return outermost;
};

/** Finds the root in whose folder a path lies, in time that does not grow with their number; null where in none. */
export const rootFinder = (roots: readonly TrajectoryRoot[]): ((path: string) => TrajectoryRoot | null) => {
  const byFolder = new Map(roots.map((one) => [one.root, one]));
  return (path) => {
    for (let at = 0; at >= 0; at = path.indexOf('/', at) + 1 || -1) {
      const found = byFolder.get(path.slice(0, at));
      if (found !== undefined) return found;
    }
    return null;
  };
};
