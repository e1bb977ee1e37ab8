import { type Fields, isFields, listAt, textAt } from '../../trajectory/fields';
import type { GatewayProtocol } from '../gatewayCount';

/** By what conversations are told apart. */
export interface Opening {
  /** System prompt and developer messages before the first reply. */
  readonly system: string;
  /** All that the user side said before the first reply. */
  readonly user: string;
  /** The last text before the first reply: the task, by custom. */
  readonly task: string;
  /** The last text of the whole conversation: what is asked now. */
  readonly last: string;
}

/** Enough to tell two prompts apart; a request may hold megabytes. */
const mostText = 65_536;

const textsOf = (content: unknown): readonly string[] => {
  if (typeof content === 'string') return [content];
  return listAt(content).flatMap((part) => textAt(part, 'text') ?? []);
};

/** Claude Code puts a line about the bill before its prompt, which may be another one each time. */
const isBill = (text: string): boolean => text.startsWith('x-anthropic-billing-header');

const systemRoles = new Set(['system', 'developer']);

const messagesOf = (protocol: GatewayProtocol, body: Fields): readonly unknown[] => {
  if (protocol !== 'responses') return listAt(body, 'messages');
  const input = body['input'];
  return typeof input === 'string' ? [{ role: 'user', content: input }] : listAt(input);
};

const isReply = (message: unknown): boolean => {
  if (!isFields(message)) return false;
  const { role, type } = message;
  return typeof role === 'string' ? role === 'assistant' : typeof type === 'string' && type !== 'message';
};

const headText = (protocol: GatewayProtocol, body: Fields): readonly string[] => {
  if (protocol === 'responses') return textsOf(body['instructions']);
  return protocol === 'anthropic' ? textsOf(body['system']).filter((text) => !isBill(text)) : [];
};

const isSystem = (message: unknown): boolean => systemRoles.has(textAt(message, 'role') ?? '');
const contentsOf = (messages: readonly unknown[]): readonly string[] =>
  messages.flatMap((message) => textsOf(isFields(message) ? message['content'] : null));

const bounded = (texts: readonly string[]): string => texts.join('\n').slice(0, mostText);

/** Reads by what a request's conversation is known. */
export const openingOf = (protocol: GatewayProtocol, body: Fields): Opening => {
  const messages = messagesOf(protocol, body);
  const reply = messages.findIndex(isReply);
  const before = reply < 0 ? messages : messages.slice(0, reply);
  const user = contentsOf(before.filter((message) => !isSystem(message)));
  return {
    system: bounded([...headText(protocol, body), ...contentsOf(before.filter(isSystem))]),
    user: bounded(user),
    task: (user.at(-1) ?? '').slice(0, mostText),
    last: (contentsOf(messages.slice(-1)).at(-1) ?? '').slice(0, mostText),
  };
};
