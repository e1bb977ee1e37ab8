import { rootFinder, type TrajectoryRoot, trajectoryRoots } from '../../core/run/trajectory/formats/folderTrajectories';
import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import { InputFault } from '../../core/shared/problem';
import { folderOf, joinPath, pathBelow } from '../../core/study/studyPath';
import { type Inspection, inspectionOf } from './inspection';
import { type TrajectoryKind, trajectoryKindOf } from './trajectoryKind';

/** Formats that say little: a file of one of these may be a trajectory, or a part of one. */
const vague: ReadonlySet<string | null> = new Set([null, 'trajectory', 'zip-archive', 'markdown']);

interface Owner {
  readonly path: string;
  readonly format: string;
}

/** A file as a part of a trajectory; what is known as something of its own stays that. */
const partOf = (found: Inspection, { path, format }: Owner): Inspection =>
  vague.has(found.format)
    ? inspectionOf(found.path, { format: `${format}-part`, counts: { files: 1 }, belongsTo: path })
    : { ...found, belongsTo: path };

const read = async (open: OpenTrajectoryFiles, path: string, signal?: AbortSignal): Promise<TrajectoryKind | null> => {
  try {
    return await trajectoryKindOf(open, path, signal);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return null;
  }
};

/** Says which of the files below a folder are trajectories, and which belong to one. */
class Adoption {
  /** Owners by the path of their parts. */
  private readonly owners = new Map<string, Owner>();
  private readonly said = new Set<TrajectoryRoot>();
  private readonly rootOf: (path: string) => TrajectoryRoot | null;

  constructor(
    private readonly open: OpenTrajectoryFiles,
    private readonly folder: string,
    found: readonly Inspection[],
    private readonly signal: AbortSignal | undefined,
  ) {
    const paths = found.flatMap(({ path }) => pathBelow(folder, path) || []);
    this.rootOf = rootFinder(paths.length < 2 ? [] : trajectoryRoots(paths));
  }

  /** The inspection, before it that of the trajectory whose folder begins with it. */
  async take(one: Inspection): Promise<readonly Inspection[]> {
    const below = pathBelow(this.folder, one.path) ?? '';
    const root = this.rootOf(below);
    if (root === null) return [await this.file(one)];
    const owner = { path: joinPath(this.folder, root.root), format: root.format.name };
    const part = partOf(one, owner);
    if (this.said.has(root)) return [part];
    this.said.add(root);
    const whole = await read(this.open, owner.path, this.signal);
    const unread = { format: owner.format, counts: { trajectories: root.trajectories.length } };
    return [whole?.inspection ?? inspectionOf(owner.path, unread), part];
  }

  private async file(one: Inspection): Promise<Inspection> {
    if (!vague.has(one.format)) return one;
    const found = await read(this.open, one.path, this.signal);
    if (found === null) return one;
    const parts = found.parts.map((part) => joinPath(folderOf(one.path), part));
    for (const part of parts) if (part !== one.path) this.owners.set(part, { path: one.path, format: found.format });
    return found.inspection;
  }

  /** What stands beside a trajectory's file may have come before it. */
  finish(all: readonly Inspection[]): readonly Inspection[] {
    return all.map((one) => {
      const owner = this.owners.get(one.path.replaceAll('\\', '/'));
      return owner === undefined
        ? one
        : one.format?.startsWith(owner.format)
          ? { ...one, belongsTo: owner.path }
          : partOf(one, owner);
    });
  }
}

/**
 * The inspections of files of a folder, with the trajectories among them: a file that is one and is known as nothing
 * else, a folder that is one (said before its files), and files that belong to one. `open` absent: as they came.
 */
export const withTrajectories = async (
  open: OpenTrajectoryFiles | undefined,
  folder: string,
  found: readonly Inspection[],
  signal?: AbortSignal,
): Promise<readonly Inspection[]> => {
  if (open === undefined) return found;
  const adoption = new Adoption(open, folder, found, signal);
  const all: Inspection[] = [];
  for (const one of found) all.push(...(await adoption.take(one)));
  return adoption.finish(all);
};
