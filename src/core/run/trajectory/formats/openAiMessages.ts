import { isFields, listAt } from '../fields';
import type { RecordCut, TrajectoryFormat, TrajectorySample } from '../trajectoryFormat';
import { isMessage, MessageReader } from './messages/messageReader';
import { buildMessageStep } from './messages/messageStep';

const name = 'openai-messages';

const areMessages = (values: readonly unknown[]): boolean => values.length > 0 && values.every(isMessage);

const cutOf = ({ values }: TrajectorySample): RecordCut | null => {
  const [first] = values;
  if (Array.isArray(first)) return values.length === 1 && areMessages(first) ? { kind: 'array' } : null;
  if (areMessages(values)) return { kind: 'lines' };
  const inside = values.length === 1 && isFields(first) && areMessages(listAt(first, 'messages'));
  return inside ? { kind: 'document', arrays: ['messages'] } : null;
};

/**
 * Messages of the chat completions interface: a list, one a line, or `messages` of a document. It comes last, for
 * other formats hold such messages too and say more beside them.
 */
export const openAiMessages: TrajectoryFormat = {
  name,
  title: 'List of chat messages',
  detect: (sample) => {
    const cut = cutOf(sample);
    return cut === null ? null : { cut, version: null };
  },
  open: () => new MessageReader(name),
  build: (group, idx) => buildMessageStep(group, idx),
};
