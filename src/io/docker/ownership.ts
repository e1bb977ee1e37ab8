import { hostname } from 'node:os';
import { claimantOf } from '../jobs/jobClaims';
import { type ProcessIdentity, standingOf, thisProcess } from '../jobs/processIdentity';
import { deadlineLabel, jobLabel, ownerLabel } from './createOptions';

type Labels = Readonly<Record<string, string>>;

/** Who waits for a container and until when, as labels: `host:pid:born` and RFC 3339. `lifeMs` from now. */
export const ownerLabels = async (lifeMs: number): Promise<Record<string, string>> => {
  const { host, pid, born } = await thisProcess();
  return {
    [ownerLabel]: born === null ? `${host}:${pid}` : `${host}:${pid}:${born}`,
    [deadlineLabel]: new Date(Date.now() + lifeMs).toISOString(),
  };
};

const readOwner = (label: string): ProcessIdentity => {
  const [, host = '', pid = '', born] = /^(.*?):(\d+)(?::(\d+))?$/s.exec(label) ?? [];
  return { host, pid: Number(pid), born: born ?? null };
};

export interface Ownership {
  readonly owner: 'this' | 'other' | 'gone';
  /** Why it is not gone, for people; null where it is. */
  readonly reason: string | null;
}

/**
 * Whether somebody waits for a container of ours: who took it over, else who made it. Another machine's processes
 * can't be looked at, so it counts as waiting until the deadline.
 */
export const ownershipOf = async (labels: Labels, now = Date.now()): Promise<Ownership> => {
  const owner = (await claimantOf(labels[jobLabel] ?? '')) ?? readOwner(labels[ownerLabel] ?? '');
  if (owner.host === hostname()) {
    const standing = await standingOf(owner);
    const reason = standing === 'gone' ? null : `its owner, process ${owner.pid}, is running`;
    return { owner: standing, reason };
  }
  const deadline = Date.parse(labels[deadlineLabel] ?? '');
  if (!Number.isNaN(deadline) && deadline <= now) return { owner: 'gone', reason: null };
  return { owner: 'other', reason: `another machine (${owner.host}) may still wait for it` };
};
