import { callKindOf } from '../../callKind';
import { type Fields, fieldsAt, isFields, listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Step, Usage } from '../../step';
import { jsonText } from '../jsonText';
import { fencedCommands, miniMessageKind, saidText } from './miniMessage';

export interface MiniReply {
  readonly thought: string;
  readonly reasoning: Step['reasoning'];
  readonly calls: readonly Call[];
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  /**
   * When the request was answered, as the provider (in whole seconds) and the agent say; when it was asked, where a run
   * of ours notes that the provider says another time (a reply out of a record).
   */
  readonly createdAt: number | null;
  readonly receivedAt: number | null;
  readonly unread: readonly string[];
}

const parsed = (text: string): { readonly args: unknown; readonly parseError: string | null } => {
  try {
    return { args: JSON.parse(text), parseError: null };
  } catch (error) {
    return { args: null, parseError: `The arguments are no JSON: ${error instanceof Error ? error.message : ''}` };
  }
};

const callOf = (id: string | null, name: string | null, given: unknown): Call => {
  const rawArgs = typeof given === 'string' ? given : jsonText(given);
  const { args, parseError } = typeof given === 'string' ? parsed(given) : { args: given ?? null, parseError: null };
  const known = name ?? '';
  return { id, name: known, kind: callKindOf(known, args), args, rawArgs, parseError };
};

const bashCall = (id: string | null, command: string): Call => {
  const args = { command };
  return { id, name: 'bash', kind: callKindOf('bash', args), args, rawArgs: command, parseError: null };
};

const chatCalls = (message: Fields): readonly Call[] =>
  listAt(message, 'tool_calls').map((call) =>
    callOf(textAt(call, 'id'), textAt(call, 'function', 'name'), valueAt(call, 'function', 'arguments')),
  );

const itemCalls = (items: readonly unknown[]): readonly Call[] =>
  items
    .filter((item) => textAt(item, 'type') === 'function_call')
    .map((item) =>
      callOf(textAt(item, 'call_id') ?? textAt(item, 'id'), textAt(item, 'name'), valueAt(item, 'arguments')),
    );

const actionCalls = (message: Fields): readonly Call[] =>
  listAt(message, 'extra', 'actions').flatMap((action) => {
    const command = textAt(action, 'command');
    return command === null ? [] : [bashCall(textAt(action, 'tool_call_id'), command)];
  });

const fencedCalls = (text: string): readonly Call[] => {
  const commands = fencedCommands(text);
  return commands.length === 1 ? commands.map((command) => bashCall(null, command)) : [];
};

/** What a run without a scaffold took out of the reply; the text itself is the step's observation. */
const extractCalls = (message: Fields): readonly Call[] => {
  const { status: _, ...args } = fieldsAt(message, 'extra', 'extraction') ?? {};
  const name = textAt(args, 'extractor');
  if (name === null) return [];
  const said = textAt(args, 'rule') ?? textAt(args, 'say') ?? '';
  const rawArgs = `${name} ${numberAt(args, 'version') ?? '?'}: ${said}`;
  return [{ id: null, name: 'extract', kind: 'submit', args, rawArgs, parseError: null }];
};

const firstFilled = (...lists: readonly (readonly Call[])[]): readonly Call[] =>
  lists.find((list) => list.length > 0) ?? [];

const joined = (texts: readonly (string | null)[]): string | null => {
  const there = texts.filter((text) => text !== null);
  return there.length === 0 ? null : there.join('\n');
};

const chatReasoning = (message: Fields): Step['reasoning'] => {
  const blocks = listAt(message, 'thinking_blocks');
  const text = textAt(message, 'reasoning_content') ?? joined(blocks.map((block) => textAt(block, 'thinking')));
  const encrypted = blocks.some((block) => textAt(block, 'type') === 'redacted_thinking');
  return text === null && !encrypted ? null : { text, encrypted };
};

const itemReasoning = (items: readonly unknown[]): Step['reasoning'] => {
  const found = items.filter((item) => textAt(item, 'type') === 'reasoning');
  if (found.length === 0) return null;
  const parts = found.flatMap((item) => [...listAt(item, 'summary'), ...listAt(item, 'content')]);
  return {
    text: joined(parts.map((part) => textAt(part, 'text'))),
    encrypted: found.some((item) => textAt(item, 'encrypted_content') !== null),
  };
};

/**
 * Tokens of one answer, by the names of the chat and of the Responses API. In both the prompt includes what was cached;
 * where an answer is in the shape of Anthropic's own API it does not, so it is added.
 */
const usageOf = (usage: unknown): Usage | null => {
  if (!isFields(usage)) return null;
  const read = numberAt(usage, 'cache_read_input_tokens');
  const written = numberAt(usage, 'cache_creation_input_tokens');
  const input = numberAt(usage, 'input_tokens');
  const details = fieldsAt(usage, 'prompt_tokens_details') ?? fieldsAt(usage, 'input_tokens_details');
  const outside = details === null && input !== null ? (read ?? 0) + (written ?? 0) : 0;
  const output = fieldsAt(usage, 'completion_tokens_details') ?? fieldsAt(usage, 'output_tokens_details');
  return {
    prompt: numberAt(usage, 'prompt_tokens') ?? (input === null ? null : input + outside),
    cached: numberAt(details, 'cached_tokens') ?? read,
    cacheWrite: written ?? numberAt(details, 'cache_creation_tokens'),
    completion: numberAt(usage, 'completion_tokens') ?? numberAt(usage, 'output_tokens'),
    reasoning: numberAt(output, 'reasoning_tokens'),
  };
};

/** The message of an answer, where only the answer was kept: that of a format error. */
const answered = (message: Fields): Fields => {
  if (miniMessageKind(message) === 'reply') return message;
  const response = fieldsAt(message, 'extra', 'response');
  const text = textAt(message, 'extra', 'model_response');
  return fieldsAt(response, 'choices', 0, 'message') ?? response ?? (text === null ? {} : { content: text });
};

/** A cost of 0 is what the agent writes where it knows no price (`cost_tracking: ignore_errors`). */
export const knownCost = (cost: number | null): number | null => (cost === 0 ? null : cost);

const readReply = (message: Fields): MiniReply => {
  const reply = answered(message);
  const items = listAt(reply, 'output');
  const spoken = items
    .filter((item) => textAt(item, 'type') === 'message')
    .map((item) => saidText(valueAt(item, 'content')));
  const said = items.length > 0 ? spoken : [saidText(valueAt(reply, 'content') ?? valueAt(reply, 'refusal'))];
  const thought = said.map((one) => one.text).join('\n');
  const response = fieldsAt(message, 'extra', 'response') ?? reply;
  return {
    thought,
    reasoning: items.length > 0 ? itemReasoning(items) : chatReasoning(reply),
    calls: firstFilled(
      extractCalls(message),
      chatCalls(reply),
      itemCalls(items),
      actionCalls(message),
      fencedCalls(thought),
    ),
    usage: usageOf(valueAt(response, 'usage')),
    costUsd: knownCost(numberAt(message, 'extra', 'cost')),
    createdAt: timeAt(message, 'extra', 'asked_at') ?? timeAt(response, 'created') ?? timeAt(response, 'created_at'),
    receivedAt: timeAt(message, 'extra', 'timestamp') ?? timeAt(message, 'timestamp'),
    unread: said.flatMap((one) => one.unread),
  };
};

/** Replies by their messages: the reader reads one, and the step that is made of it again. */
const read = new WeakMap<Fields, MiniReply>();

/** What the model answered, from a reply or from a format error that keeps one. */
export const miniReply = (message: Fields): MiniReply => {
  const known = read.get(message) ?? readReply(message);
  read.set(message, known);
  return known;
};
