import type { Outcome } from '../../evaluation/outcome';
import type { TrajectoryFacts, TrajectoryRow } from '../../run/trajectory/trajectoryRow';
import type { TrajectoryPlacing } from '../placeTrajectory';
import { nameOf, pathBelow } from '../studyPath';

/** One trajectory of a table: what its file says, and what the study knows of it. Null: not known. */
export interface TableRow {
  /** What opens it: absolute path of a file or folder, and its place among those of the file, from 0. */
  readonly path: string;
  readonly which: number;
  /** The path below the folder of the table; `#3` behind it for the third of a file. */
  readonly name: string;
  readonly instanceId: string | null;
  readonly runId: string | null;
  readonly model: string | null;
  readonly attempt: number | null;
  readonly outcome: Outcome | null;
  /** Whose word the outcome is: an evaluation's that the study has, or the file's own. Null where there is none. */
  readonly outcomeFrom: 'study' | 'file' | null;
  /** Null where nothing could be read. */
  readonly facts: TrajectoryFacts | null;
  /** What could not be read, with file, byte and reason; null where all was. */
  readonly fault: string | null;
}

const ownOutcome = (resolved: boolean | null): Outcome | null => {
  if (resolved === null) return null;
  return resolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: 'tests' };
};

const nothingSaid = { instanceId: null, runId: null, model: null };

const nameIn = (root: string, { path, which }: TrajectoryRow): string =>
  `${pathBelow(root, path) || nameOf(path)}${which > 0 ? ` #${which + 1}` : ''}`;

/**
 * A row of the table of a folder (`root`, absolute). `placing`: the study around it; null where there is none, and then
 * the row says what the file says. A verdict of the study's stands before the file's own word.
 */
export const tableRow = (
  root: string,
  placing: Pick<TrajectoryPlacing, 'place'> | null,
  row: TrajectoryRow,
): TableRow => {
  const { path, which, facts, fault } = row;
  const place = placing?.place(path, facts ?? nothingSaid) ?? null;
  const own = ownOutcome(facts?.resolved ?? null);
  const outcome = place?.outcome ?? own;
  return {
    ...{ path, which, name: nameIn(root, row), facts, fault },
    instanceId: place?.instanceId ?? facts?.instanceId ?? null,
    runId: place?.runId ?? null,
    model: facts?.model ?? place?.model ?? null,
    attempt: place?.attempt ?? null,
    outcome,
    outcomeFrom: outcome === null ? null : place?.outcome ? 'study' : 'file',
  };
};
