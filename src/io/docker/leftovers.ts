import { hostname } from 'node:os';
import type Docker from 'dockerode';
import type { CleanReport } from '../../core/run/container/engine';
import { deadlineLabel, jobLabel, ownerLabel } from './createOptions';
import { statusOf } from './faults';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Why a container of ours is left alone; null where nobody waits for it any more. */
const reasonToKeep = (labels: Readonly<Record<string, string>>, now: number): string | null => {
  const [host = '', pid = ''] = (labels[ownerLabel] ?? '').split(/:(?=\d+$)/);
  const deadline = Date.parse(labels[deadlineLabel] ?? '');
  if (host === hostname()) return isAlive(Number(pid)) ? `its owner, process ${pid}, is running` : null;
  return Number.isNaN(deadline) || deadline > now ? `another machine (${host}) may still wait for it` : null;
};

const removeContainer = async (docker: Docker, id: string): Promise<void> => {
  try {
    await docker.getContainer(id).remove({ force: true, v: true });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
};

/**
 * Removes containers that carry our label and that nobody waits for: the process that made them is gone, or, made by
 * another machine, their time is over. Nothing else is ever touched.
 */
export const cleanLeftovers = async (docker: Docker, dryRun: boolean): Promise<CleanReport> => {
  const found = await docker.listContainers({ all: true, filters: { label: [jobLabel] } });
  const removed: string[] = [];
  const kept: string[] = [];
  for (const { Id, Labels } of found) {
    const reason = reasonToKeep(Labels, Date.now());
    if (reason !== null) {
      kept.push(`${Id.slice(0, 12)}: ${reason}`);
      continue;
    }
    if (!dryRun) await removeContainer(docker, Id);
    removed.push(Id.slice(0, 12));
  }
  return { removed, kept };
};
