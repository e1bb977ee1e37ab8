import type { TrajectoryStatus } from '../../trajectory/trajectory';

/** What is known of a program's end. */
export interface CommandEnd {
  /** Null: it was ended, or nobody knows. */
  readonly exitCode: number | null;
  /** `aborted`: a person stopped it. `time`: its time was over. `limit`: it went on after the gateway's limit. */
  readonly endedBy: 'itself' | 'aborted' | 'time' | 'limit' | 'killed';
  /** Which limit the gateway refused a request for; null: none. */
  readonly limit: 'turns' | 'cost' | 'wall' | null;
  /** Calls of the model that were answered. */
  readonly answered: number;
  /** Why the last call of the model failed; null: it didn't. */
  readonly lastFault: string | null;
  /** What it wrote to standard error last; '' for nothing. */
  readonly errors: string;
  /** Whether a patch came out; null: it can't be told. */
  readonly hasPatch: boolean | null;
}

export interface JudgedEnd {
  readonly status: TrajectoryStatus;
  readonly rawStatus: string;
  /** One sentence where something went wrong; null where not. */
  readonly fault: string | null;
}

const limitStatus = { turns: 'limit_turns', cost: 'limit_cost', wall: 'limit_time' } as const;

const rawOf = ({ endedBy, exitCode }: CommandEnd): string =>
  endedBy === 'itself' ? `exit code ${exitCode ?? 'unknown'}` : `ended: ${endedBy}`;

const said = (errors: string): string => (errors === '' ? 'It said nothing on standard error.' : `It said: ${errors}`);

/** A program that ended with 0: it has done what it was asked, unless it never spoke to the model. */
const wellEnded = (end: CommandEnd, rawStatus: string): JudgedEnd => {
  if (end.answered === 0) {
    const why = end.lastFault === null ? 'It never asked the model.' : `The model never answered: ${end.lastFault}`;
    return { status: end.lastFault === null ? 'env_error' : 'api_error', rawStatus, fault: why };
  }
  return { status: end.hasPatch === false ? 'submitted_empty' : 'submitted', rawStatus, fault: null };
};

/**
 * What became of an attempt: who ended it stands before what the program says of itself, and a limit of the gateway
 * before its exit code, since programs end with any code when the model refuses. `statuses`: the manifest's.
 */
export const judgeEnd = (end: CommandEnd, statuses: Readonly<Record<number, TrajectoryStatus>>): JudgedEnd => {
  const rawStatus = rawOf(end);
  if (end.endedBy === 'aborted') return { status: 'aborted', rawStatus, fault: null };
  if (end.limit !== null) return { status: limitStatus[end.limit], rawStatus: `limit: ${end.limit}`, fault: null };
  if (end.endedBy === 'time') return { status: 'limit_time', rawStatus, fault: null };
  if (end.endedBy === 'killed' || end.exitCode === null)
    return { status: 'env_error', rawStatus, fault: `The program was ended from outside. ${said(end.errors)}` };
  const named = statuses[end.exitCode];
  if (named !== undefined) return { status: named, rawStatus, fault: null };
  if (end.exitCode === 0) return wellEnded(end, rawStatus);
  if (end.lastFault !== null)
    return { status: 'api_error', rawStatus, fault: `The model's last call failed: ${end.lastFault}` };
  return { status: 'env_error', rawStatus, fault: `The program ended with ${end.exitCode}. ${said(end.errors)}` };
};
