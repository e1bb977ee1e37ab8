import { patchOf, predictionRow, submissionDiffers } from '../../core/run/record/predictionRow';
import { modelLabel } from '../../core/run/record/runName';
import type { AttemptRun } from './runAttempt';
import { noteEvent, type RunContext } from './runContext';
import type { RunTask } from './runTask';

/** What a person can do about a patch that is not the one that the agent handed in. */
const differs =
  'What the agent handed in differs from what its repository differs by: the latter is the prediction, the former stands in the trajectory.';

/**
 * Writes what came of an attempt: its prediction first, its end after, so that an end always has one. A fork whose ground
 * could not be laid has none: nobody tried anything there, and asked again it begins anew.
 */
export const keepOutcome = async (
  context: RunContext,
  task: RunTask,
  { result, history, begun }: AttemptRun,
  seconds: number,
): Promise<void> => {
  const { request, folder, ports, hooks } = context;
  const { status, rawStatus, patch, submission, calls, costUsd, usage, fault, row = {} } = result;
  const instanceId = task.instance.id;
  const parent = request.fork?.parent ?? null;
  const whose = { instanceId, model: modelLabel(request.model), agent: request.agent.id };
  const run = { runId: request.runId, attempt: request.attempt };
  const outcome = { status, rawStatus, patch, submission, calls, costUsd, usage, fault, row };
  if (begun || parent === null)
    await folder.prediction(predictionRow({ ...whose, ...run, ...outcome, seconds, history, parent }));
  const text = patchOf(result);
  const patchHash = text === null || text === '' ? null : ports.sha256(text);
  const ended = { kind: 'ended', instance: instanceId, status, rawStatus, calls, costUsd, seconds, fault, patchHash };
  await noteEvent(context, { ...ended, kind: 'ended' });
  if (submissionDiffers(result)) hooks.told(instanceId, differs);
};
