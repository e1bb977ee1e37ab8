import type { ChatMessage } from '../../model/chat';
import { isFields, listAt, textAt } from '../fields';
import { miniMessageKind } from '../formats/miniSweAgent/miniMessage';
import type { RawRecord } from '../trajectoryFormat';

/** Roles of a conversation that chat providers take. */
const roles: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool', 'developer']);

const asChat = (value: unknown): ChatMessage | null => {
  const role = textAt(value, 'role');
  return isFields(value) && role !== null && roles.has(role) ? { ...value, role } : null;
};

/**
 * Messages as the file of a mini-swe-agent run has them, `extra` and all; the message with which it ended is left out.
 * Null: one of them is no chat message (the Responses API's items, a broken record), so that they must be told anew.
 */
export const rawMessages = (records: readonly RawRecord[]): readonly ChatMessage[] | null => {
  const kept = records.filter(({ value }) => miniMessageKind(value) !== 'exit');
  const messages = kept.map(({ value, broken }) => (broken === null ? asChat(value) : null));
  return messages.every((message) => message !== null) ? messages : null;
};

/** Whether the model was asked for calls of a tool or for a block in its reply; null: it never replied. */
export const modeOf = (messages: readonly ChatMessage[]): 'tool' | 'text' | null => {
  const replies = messages.filter(({ role }) => role === 'assistant');
  if (replies.length === 0) return null;
  return replies.some((reply) => listAt(reply, 'tool_calls').length > 0) ? 'tool' : 'text';
};
