import type { AttemptResult } from '../../core/run/agent/attempt';
import { type EndedEvent, hasFailed, type RunState } from '../../core/run/record/runEvents';
import { modelLabel } from '../../core/run/record/runName';
import type { OpenRunFolder } from '../../core/run/record/runStore';
import { InputFault } from '../../core/shared/problem';
import type { RunRequest } from './runRequest';

/** A finished attempt of an earlier process, as far as its events tell. */
export const resultOfEnded = ({ status, rawStatus, calls, costUsd, fault }: EndedEvent): AttemptResult => ({
  status,
  rawStatus,
  patch: null,
  submission: null,
  calls,
  costUsd,
  usage: null,
  fault,
});

/**
 * Whether an instance is to be attempted. One that ended is kept unless it is wanted again; a resumed run keeps what
 * ended since it was begun in any case. An end without its prediction is no end.
 */
export const isOpen = (
  { again, resume = false }: Pick<RunRequest, 'again' | 'resume'>,
  state: RunState,
  done: ReadonlySet<string>,
  instanceId: string,
): boolean => {
  const ended = state.ended.get(instanceId);
  if (ended === undefined || !done.has(instanceId)) return true;
  if (resume && state.endedSinceBegun.has(instanceId)) return false;
  return again === 'failed' ? hasFailed(ended) : again;
};

/** Throws InputFault where the folder holds the run of another model or agent. */
export const refuseOther = ({ before, folder }: OpenRunFolder, { agent, model, attempt }: RunRequest): void => {
  if (before === null) return;
  const record = (before.record ?? {}) as Record<string, unknown>;
  const own = { model: modelLabel(model), agent: agent.id, attempt };
  for (const [field, value] of Object.entries(own))
    if (record[field] !== value)
      throw new InputFault(
        `${folder}/run.json: ${field} is ${JSON.stringify(record[field] ?? null)}, not ${JSON.stringify(value)}: another run has this folder. Choose another name (--run) or folder.`,
      );
};
