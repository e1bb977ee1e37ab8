import { fieldsAt, listAt, textAt, valueAt } from '../fields';
import type { RawRecord } from '../trajectoryFormat';
import type { InputMessage } from './inputMessage';

const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value, null, 2) ?? '';
  } catch {
    return '';
  }
};

/** One part of a message's content: text, thought, call or answer; anything else as JSON. */
const partText = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const text = textAt(part, 'text') ?? textAt(part, 'thinking') ?? textAt(part, 'input_text');
  if (text !== null) return text;
  const name = textAt(part, 'name');
  const type = textAt(part, 'type');
  if (type === 'tool_use' && name !== null) return `${name} ${asJson(valueAt(part, 'input'))}`;
  return type === 'tool_result' ? contentText(valueAt(part, 'content')) : asJson(part);
};

const contentText = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(partText).join('\n');
  return content === null || content === undefined ? '' : asJson(content);
};

const callTexts = (message: unknown): readonly string[] =>
  listAt(message, 'tool_calls').map(
    (call) => `${textAt(call, 'function', 'name') ?? ''} ${contentText(valueAt(call, 'function', 'arguments'))}`,
  );

const chatMessage = (message: unknown): InputMessage | null => {
  const role = textAt(message, 'role');
  const fields = fieldsAt(message);
  if (role === null || fields === null || !Object.hasOwn(fields, 'content')) return null;
  const texts = [contentText(fields['content']), ...callTexts(message)].filter((text) => text !== '');
  return { role, text: texts.join('\n\n'), note: null };
};

/** Items of the Responses API, as mini-swe-agent 2 and Codex keep them. */
const responseItem = (item: unknown): InputMessage | null => {
  const type = textAt(item, 'type');
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return { role: 'tool', text: contentText(valueAt(item, 'output')), note: null };
  if (type === 'function_call' || type === 'custom_tool_call') {
    const given = valueAt(item, type === 'function_call' ? 'arguments' : 'input');
    return { role: 'assistant', text: `${textAt(item, 'name') ?? ''} ${contentText(given)}`, note: null };
  }
  return type === 'message' ? chatMessage(item) : null;
};

/**
 * The message that a record is, as formats keep conversations: a chat message (mini-swe-agent, message lists), one below
 * `message` (Claude Code) or `payload` (Codex), an item of the Responses API. Null: it is none.
 */
export const messageOfRecord = ({ value, broken }: RawRecord): InputMessage | null => {
  if (broken !== null) return null;
  const below = fieldsAt(value, 'message');
  if (below !== null) return chatMessage(below);
  const payload = fieldsAt(value, 'payload');
  if (payload !== null) return textAt(value, 'type') === 'response_item' ? responseItem(payload) : null;
  return chatMessage(value) ?? responseItem(value);
};

/** The exact input of a step where its own record has it (SWE-agent from 1.1 on: `query`); null where it has not. */
export const recordedQuery = (records: readonly RawRecord[]): readonly InputMessage[] | null => {
  const query = listAt(records[0]?.value, 'query');
  return query.length === 0 ? null : query.flatMap((message) => chatMessage(message) ?? []);
};
