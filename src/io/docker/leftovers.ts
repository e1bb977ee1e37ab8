import type Docker from 'dockerode';
import type { CleanReport } from '../../core/run/container/engine';
import { dropClaims, dropStaleClaims } from '../jobs/jobClaims';
import { jobLabel } from './createOptions';
import { statusOf } from './faults';
import { ownershipOf } from './ownership';

const removeContainer = async (docker: Docker, id: string): Promise<void> => {
  try {
    await docker.getContainer(id).remove({ force: true, v: true });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
};

/**
 * Removes containers that carry our label and that nobody waits for: the process that made them, or the one that took
 * them over, is gone, or, made by another machine, their time is over. Nothing else is ever touched.
 */
export const cleanLeftovers = async (docker: Docker, dryRun: boolean): Promise<CleanReport> => {
  const found = await docker.listContainers({ all: true, filters: { label: [jobLabel] } });
  const removed: string[] = [];
  const kept: string[] = [];
  for (const { Id, Labels } of found) {
    const { reason } = await ownershipOf(Labels);
    if (reason !== null) {
      kept.push(`${Id.slice(0, 12)}: ${reason}`);
      continue;
    }
    if (!dryRun) {
      await removeContainer(docker, Id);
      await dropClaims(Labels[jobLabel] ?? '');
    }
    removed.push(Id.slice(0, 12));
  }
  if (!dryRun) await dropStaleClaims();
  return { removed, kept };
};
