import { blankStep } from '../../blank';
import { isFields, numberAt, textAt, valueAt } from '../../fields';
import type { Notice, Step } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { observationOf } from '../stepParts';
import { callOfAction, fileOfCall } from './action';

/** 0.x holds the state as JSON in a text, 1.x as an object. */
const stateOf = (value: unknown): unknown => {
  const state = valueAt(value, 'state');
  if (typeof state !== 'string') return state;
  try {
    return JSON.parse(state);
  } catch {
    return null;
  }
};

/** Whether nothing was run: as 1.x keeps a reply that it refused before it asked the model again. */
export const wasNeverRun = (value: unknown): boolean => {
  const state = valueAt(value, 'state');
  const noState = isFields(state) && Object.keys(state).length === 0;
  return noState && textAt(value, 'observation') === '' && (numberAt(value, 'execution_time') ?? 0) === 0;
};

const requeryNotices = (group: StepGroup, action: string): readonly Notice[] => {
  if (group.facts['requeried'] !== true) return [];
  const text =
    action === ''
      ? 'No action was found in this reply; the model was asked again.'
      : 'This action was refused before it ran (blocked, or no valid shell); the model was asked again.';
  return [{ kind: 'requery', text }];
};

const unread: Notice = { kind: 'not-read', text: 'This element of the trajectory is no object with a step in it.' };

/** A step of `trajectory`: thought, action, observation (`trajectories.md` A). */
export const buildTrajectoryStep = (group: StepGroup, idx: number): Step => {
  const record = group.records[0];
  const step = blankStep(group, idx);
  if (record?.broken) return { ...step, notices: [{ kind: 'not-read', text: record.broken }] };
  const value = record?.value;
  if (!isFields(value)) return { ...step, notices: [unread] };
  const state = stateOf(value);
  const action = textAt(value, 'action') ?? '';
  const call = callOfAction(action);
  const file = call === null ? null : fileOfCall(call, textAt(state, 'open_file'));
  const seconds = numberAt(value, 'execution_time');
  const observation = textAt(value, 'observation');
  const requeries = requeryNotices(group, action);
  return {
    ...step,
    environmentMs: seconds === null ? null : seconds * 1000,
    thought: textAt(value, 'thought') ?? textAt(value, 'response') ?? '',
    calls: call === null ? [] : [call],
    observations: observation === null || requeries.length > 0 ? [] : [observationOf({ text: observation })],
    givenPatch: textAt(state, 'diff'),
    filesTouched: file === null ? [] : [file],
    notices: requeries,
  };
};
