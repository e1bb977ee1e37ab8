import { isFields, listAt, textAt } from '../fields';
import type { RawRecord, TrajectoryFormat, TrajectorySample } from '../trajectoryFormat';
import { isMessage, MessageReader } from './messages/messageReader';
import { buildMessageStep } from './messages/messageStep';

const name = 'swe-smith-messages';

/** A message too long for the sample stands in it as null. */
const isTrajectory = (value: unknown): boolean => {
  const messages = listAt(value, 'messages').filter((message) => message !== null);
  return messages.length > 0 && messages.every(isMessage);
};

/** Lines of which each is a trajectory; a first line too long for the sample is known by how it begins. */
const isSet = ({ path, values, text }: TrajectorySample): boolean => {
  if (values.length > 1 || path.endsWith('.jsonl')) {
    if (values.length > 0) return values.every(isTrajectory);
    return /^\s*\{\s*"messages"\s*:\s*\[\s*\{\s*"(?:role|content)"\s*:/.test(text);
  }
  return false;
};

const below = (record: RawRecord, place: string, value: unknown, ...at: readonly (string | number)[]): RawRecord => ({
  ref: { ...record.ref, at: [...record.ref.at, ...at] },
  place,
  value,
  broken: null,
});

/** The messages of a line one by one, behind the members beside them. */
const recordsOf = (record: RawRecord): readonly RawRecord[] => {
  const { value } = record;
  if (!isFields(value)) return [record];
  const members = Object.keys(value).filter((key) => key !== 'messages');
  return [
    ...members.map((key) => below(record, key, value[key], key)),
    ...listAt(value, 'messages').map((message, i) => below(record, 'messages', message, 'messages', i)),
  ];
};

/** Sets of trajectories as SWE-smith trains on: a line each, `messages` with calls as `<function=...>` in their text. */
export const sweSmithMessages: TrajectoryFormat = {
  name,
  title: 'Set of chat trajectories (SWE-smith)',
  detect: (sample) => (isSet(sample) ? { cut: { kind: 'lines' }, version: null } : null),
  open: () => new MessageReader(name),
  build: (group, idx) => buildMessageStep(group, idx),
  split: (record) => ({ instanceId: textAt(record.value, 'instance_id'), records: recordsOf(record) }),
};
