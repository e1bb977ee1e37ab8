import type { ChatMessage } from '../../model/chat';
import { listAt, textAt } from '../fields';

const unanswered = 'What this call gave is not recorded.';

const answer = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: unanswered });

/** Ids of the calls behind a reply, up to the next message that answers none. */
const answered = (messages: readonly ChatMessage[], from: number): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const message of messages.slice(from)) {
    if (message.role !== 'tool') break;
    ids.add(message.tool_call_id ?? '');
  }
  return ids;
};

/**
 * The messages with an answer to every call, since providers refuse a conversation without: a run that was cut, or one
 * that handed in its work, has a last call that nothing answers.
 */
export const withAnswers = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return [message];
    const known = answered(messages, at + 1);
    const ids = listAt(message, 'tool_calls').map((call) => textAt(call, 'id') ?? '');
    const open = ids.filter((id) => !known.has(id));
    if (open.length === 0) return [message];
    return [message, ...open.map(answer)];
  });
