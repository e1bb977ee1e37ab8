import type Docker from 'dockerode';
import type { FoundJob } from '../../core/run/container/foundJob';
import { sessionLabel } from '../jobs/sessionLabel';
import { jobLabel } from './createOptions';
import { statusOf } from './faults';
import { ownershipOf } from './ownership';

const stateOf = (status: string): FoundJob['state'] => {
  if (status === 'created') return 'created';
  return ['running', 'paused', 'restarting'].includes(status) ? 'running' : 'ended';
};

/** The engine's zero time stands for "not yet". */
export const engineTime = (text: string | undefined): string | null =>
  text === undefined || text.startsWith('0001-') || Number.isNaN(Date.parse(text)) ? null : text;

const startOf = async (docker: Docker, id: string, signal?: AbortSignal): Promise<string | null> => {
  const options = signal === undefined ? {} : { abortSignal: signal };
  const { State } = await docker.getContainer(id).inspect(options);
  return engineTime(State.StartedAt);
};

/**
 * Containers of ours with all of these labels: one list call, and one look at each that is found. One that goes away
 * meanwhile is left out.
 */
export const findContainers = async (
  docker: Docker,
  labels: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<readonly FoundJob[]> => {
  const label = [jobLabel, ...Object.entries(labels).map(([name, value]) => `${name}=${value}`)];
  const listed = await docker.listContainers({
    all: true,
    filters: { label },
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  // Sessions carry the job label for `clean` alone: nobody takes them over.
  const jobs = listed.filter(({ Labels }) => Labels[sessionLabel] === undefined);
  const found = await Promise.all(
    jobs.map(async ({ Id, Labels, State }): Promise<FoundJob | null> => {
      try {
        const startedAt = await startOf(docker, Id, signal);
        const { owner } = await ownershipOf(Labels);
        return { ref: { id: Id }, labels: Labels, state: stateOf(State), owner, startedAt };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    }),
  );
  return found.filter((job) => job !== null);
};
