import type Docker from 'dockerode';
import type { CleanOptions, CleanReport } from '../../core/run/container/engine';
import { dropClaims, dropStaleClaims } from '../jobs/jobClaims';
import { sessionLabel } from '../jobs/sessionLabel';
import { deadlineLabel, jobLabel } from './createOptions';
import { statusOf } from './faults';
import { ownershipOf } from './ownership';

const removeContainer = async (docker: Docker, id: string): Promise<void> => {
  try {
    await docker.getContainer(id).remove({ force: true, v: true });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
};

type Labels = Readonly<Record<string, string>>;

/** Why a container stays; null where nobody waits for it. */
const reasonToKeep = async (labels: Labels, sparesResumable: boolean): Promise<string | null> => {
  const { reason } = await ownershipOf(labels);
  // Nobody takes a session over.
  const isResumable = labels[sessionLabel] === undefined && Date.parse(labels[deadlineLabel] ?? '') > Date.now();
  return reason ?? (sparesResumable && isResumable ? 'its run may yet be resumed' : null);
};

/**
 * Removes containers that carry our label and that nobody waits for: the process that made them, or the one that took
 * them over, is gone, or, made by another machine, their time is over. Nothing else is ever touched.
 */
export const cleanLeftovers = async (docker: Docker, options: CleanOptions): Promise<CleanReport> => {
  const { dryRun, sparesResumable = false } = options;
  const found = await docker.listContainers({ all: true, filters: { label: [jobLabel] } });
  const removed: string[] = [];
  const kept: string[] = [];
  for (const { Id, Labels } of found) {
    const reason = await reasonToKeep(Labels, sparesResumable);
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
