import type { ChatTool } from '../../../model/chat';
import { type Fields, fieldsAt, isFields, listAt, textAt, valueAt } from '../../../trajectory/fields';
import { ChatMessages } from '../chatMessages';
import { plainText, userContent } from '../contentParts';
import { ToolNames } from '../toolNames';
import type { Translation } from '../translation';

type Block = Readonly<Record<string, unknown>>;

const blocksOf = (content: unknown): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listAt(content).filter(isFields);

/** Results of tools come first in a user's message, as chat wants them right after the calls. */
const readUser = (messages: ChatMessages, content: unknown): void => {
  const blocks = blocksOf(content);
  for (const block of blocks)
    if (block['type'] === 'tool_result')
      messages.result(textAt(block, 'tool_use_id') ?? '', plainText(block['content']));
  const said = blocks.filter((block) => block['type'] !== 'tool_result');
  if (said.length > 0) messages.user(userContent(said));
};

const readAssistant = (messages: ChatMessages, content: unknown, names: ToolNames, notes: string[]): void => {
  for (const block of blocksOf(content)) {
    const type = textAt(block, 'type') ?? '';
    if (type === 'text') messages.text(textAt(block, 'text') ?? '');
    else if (type === 'thinking') messages.reasoning(textAt(block, 'thinking') ?? '');
    else if (type === 'tool_use') {
      const name = textAt(block, 'name') ?? '';
      const written = JSON.stringify(block['input'] ?? {});
      messages.call(textAt(block, 'id') ?? '', names.chatName(name, null) ?? name, written);
    } else notes.push(`block left out, as chat completions have none of its type: ${type}`);
  }
};

const readTools = (tools: readonly unknown[], names: ToolNames, notes: string[]): ChatTool[] =>
  tools.flatMap((tool) => {
    const [name, schema] = [textAt(tool, 'name'), fieldsAt(tool, 'input_schema')];
    if (name === null || schema === null) {
      notes.push(`tool left out, as only its provider knows its form: ${textAt(tool, 'type') ?? name ?? ''}`);
      return [];
    }
    const chat = names.add({ kind: 'function', name, namespace: null });
    const description = textAt(tool, 'description') ?? '';
    return [{ type: 'function', function: { name: chat, description, parameters: schema } }];
  });

const toolChoice = (choice: unknown, names: ToolNames): unknown => {
  const type = textAt(choice, 'type');
  if (type === 'auto' || type === 'none') return type;
  if (type === 'any') return 'required';
  const name = names.chatName(textAt(choice, 'name') ?? '', null);
  return type === 'tool' && name !== null ? { type: 'function', function: { name } } : undefined;
};

const paramsOf = (body: Fields, names: ToolNames, hasTools: boolean): Fields => {
  const choice = body['tool_choice'];
  const params = {
    max_tokens: body['max_tokens'],
    temperature: body['temperature'],
    top_p: body['top_p'],
    stop: body['stop_sequences'],
    tool_choice: hasTools ? toolChoice(choice, names) : undefined,
    parallel_tool_calls: hasTools && valueAt(choice, 'disable_parallel_tool_use') === true ? false : undefined,
  };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null));
};

/**
 * A request of Anthropic's Messages in the words of chat completions; a text says why there is none. For a model that doesn't
 * speak Anthropic's protocol: thoughts go along in words (without their signatures), marks for the cache are left out.
 */
export const anthropicToChat = (body: Fields): Translation | string => {
  if (!Array.isArray(body['messages'])) return 'messages has to be a list.';
  const [messages, names, notes] = [new ChatMessages(), new ToolNames(), [] as string[]];
  const tools = readTools(listAt(body, 'tools'), names, notes);
  messages.system(plainText(body['system']));
  for (const message of listAt(body, 'messages')) {
    const [role, content] = [textAt(message, 'role'), valueAt(message, 'content')];
    if (role === 'assistant') readAssistant(messages, content, names, notes);
    else if (role === 'system') messages.system(plainText(content));
    else readUser(messages, content);
  }
  const params = paramsOf(body, names, tools.length > 0);
  return { messages: messages.all(), tools, params, names, notes: [...new Set(notes)] };
};
