import { isFields, listAt, textAt, valueAt } from '../../fields';
import type { Call } from '../../step';
import type { RecordCut, TrajectoryFormat, TrajectorySample } from '../../trajectoryFormat';
import { buildMessageStep, callsOfMessage } from '../messages/messageStep';
import { callOfAction } from './action';
import { SweAgentReader } from './sweAgentReader';
import { buildTrajectoryStep } from './trajectoryStep';

const name = 'swe-agent';

const cut: RecordCut = { kind: 'document', arrays: ['attempts', 'trajectory', 'history'] };

const isStep = (value: unknown): boolean =>
  isFields(value) && ['action', 'observation'].every((key) => Object.hasOwn(value, key));

const isHistoryItem = (value: unknown): boolean =>
  textAt(value, 'role') !== null &&
  isFields(value) &&
  ['agent', 'message_type', 'thought', 'is_demo'].some((key) => Object.hasOwn(value, key));

/** 0.x writes the state as a text and has no times; 1.x tags what its history holds. */
const versionOf = (document: unknown): string => {
  const step = listAt(document, 'trajectory').find((one) => one !== null);
  if (step === undefined) return valueAt(document, 'history', 0, 'message_type') === undefined ? '0.x' : '1.x';
  return typeof valueAt(step, 'state') === 'string' ? '0.x' : '1.x';
};

const isSweAgent = (document: unknown): boolean => {
  if (!isFields(document)) return false;
  const [attempts, steps, history] = [
    listAt(document, 'attempts'),
    listAt(document, 'trajectory'),
    listAt(document, 'history'),
  ];
  // A step too long for the sample stands in it as null.
  const step = steps.find((one) => one !== null);
  if (step !== undefined) return isStep(step);
  if (attempts.length > 0)
    return isStep(valueAt(attempts[0], 'trajectory', 0)) || isFields(valueAt(attempts[0], 'info'));
  return isHistoryItem(history[0]);
};

const actionCalls = (message: unknown): readonly Call[] => {
  const calls = callsOfMessage(message);
  const call = calls.length === 0 ? callOfAction(textAt(message, 'action') ?? '') : null;
  return call === null ? calls : [call];
};

/** `.traj` of SWE-agent 0.x and 1.x, with the attempts of its retrying agent, and demonstrations of history alone. */
export const sweAgent: TrajectoryFormat = {
  name,
  title: 'SWE-agent trajectory',
  detect: ({ values }: TrajectorySample) => {
    const [document] = values;
    return values.length === 1 && isSweAgent(document) ? { cut, version: versionOf(document) } : null;
  },
  open: (version) => new SweAgentReader(name, version),
  build: (group, idx) =>
    group.facts['history'] === true ? buildMessageStep(group, idx, actionCalls) : buildTrajectoryStep(group, idx),
};
