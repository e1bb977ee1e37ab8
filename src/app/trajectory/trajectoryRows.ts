import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import { factsOf, type TrajectoryRow } from '../../core/run/trajectory/trajectoryRow';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { folderOf, joinPath } from '../../core/study/studyPath';
import type { FileMemo } from '../fileMemo';
import { type FoundTrajectory, findTrajectories } from './findTrajectories';
import { indexTrajectory } from './openTrajectory';
import { trajectoryUnits } from './trajectoryUnits';

export interface TrajectoryRowPorts {
  readonly openFiles: OpenTrajectoryFiles;
  /** Rows of a file that has not changed since are not read again. Absent: nothing is kept. */
  readonly memo?: FileMemo;
}

/** Rows of one file or folder, and what else belongs to it and is no trajectory of its own. */
interface UnitRows {
  readonly rows: readonly TrajectoryRow[];
  readonly parts: readonly string[];
}

/** Files that are read ahead while the one before is waited for. */
const ahead = 4;

/** Names by which scaffolds call a trajectory: such a file is told also where it is none that can be read. */
const namedSo = /(?:\.traj(?:\.json)?|\.eval|(?:^|\/)trajectory\.jsonl?)$/i;

const faultOf = (faults: readonly string[]): string | null => {
  const [first, ...more] = faults;
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} And ${counted(more.length, 'more note')}.`;
};

const rowsOf = async (open: OpenTrajectoryFiles, path: string, signal?: AbortSignal): Promise<UnitRows> => {
  const files = await open(path);
  const all = await findTrajectories(files, signal);
  const rows: TrajectoryRow[] = [];
  for (const [which, found] of all.entries()) {
    const { head, entries, faults } = await indexTrajectory(path, files, all, found, signal ? { signal } : {});
    rows.push({ path, which, facts: factsOf(head, found.format.title, entries.length), fault: faultOf(faults) });
  }
  if (all.length === 0 && namedSo.test(path)) rows.push(unread(path, `${path}: no trajectory of a known format.`));
  return { rows, parts: partsBeside(path, files.kind === 'folder' ? path : folderOf(path), all) };
};

const partsBeside = (path: string, root: string, all: readonly FoundTrajectory[]): readonly string[] =>
  all.flatMap(({ parts }) => parts.map((part) => joinPath(root, part.path)).filter((part) => part !== path));

const unread = (path: string, fault: string): TrajectoryRow => ({ path, which: 0, facts: null, fault });

const readUnit = async (ports: TrajectoryRowPorts, path: string, signal?: AbortSignal): Promise<UnitRows> => {
  const read = () => rowsOf(ports.openFiles, path, signal);
  try {
    return await (ports.memo ? ports.memo('trajectory rows', path, read) : read());
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { rows: [unread(path, error.message)], parts: [] };
  }
};

/**
 * The trajectories of a folder and all folders in it, or of one file, row by row as they are read, in the order of their
 * paths. A file that can't be read is a row with its fault; what is no trajectory gives none. Throws InputFault where
 * the path itself can't be opened.
 */
export async function* trajectoryRows(
  ports: TrajectoryRowPorts,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<TrajectoryRow> {
  const files = await ports.openFiles(path);
  const units = files.kind === 'folder' ? trajectoryUnits(files.paths) : [''];
  const begun: { readonly path: string; readonly rows: Promise<UnitRows> }[] = [];
  const taken = new Set<string>();
  for (let next = 0; next < units.length || begun.length > 0; ) {
    signal?.throwIfAborted();
    for (; begun.length < ahead && next < units.length; next++) {
      const unit = joinPath(path, units[next] ?? '');
      const rows = taken.has(unit) ? Promise.resolve({ rows: [], parts: [] }) : readUnit(ports, unit, signal);
      rows.catch(() => {});
      begun.push({ path: unit, rows });
    }
    const first = begun.shift();
    const found = await first?.rows;
    for (const part of found?.parts ?? []) taken.add(part);
    if (first !== undefined && !taken.has(first.path)) yield* found?.rows ?? [];
  }
}
