import { listAt, textAt, valueAt } from '../../fields';
import type { Call } from '../../step';
import { callOf, shownValue } from '../stepParts';
import { type Attributes, attributesOf } from './span';

const parsed = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'string') return listAt(value);
  try {
    return listAt(JSON.parse(value));
  } catch {
    return [];
  }
};

/** Where messages may stand: on the span, or on its events. Large ones are only on events. */
const listsOf = (span: unknown, attributes: Attributes, name: string): readonly unknown[] => {
  const own = parsed(attributes.get(name));
  if (own.length > 0) return own;
  return listAt(span, 'events').flatMap((event) => parsed(attributesOf(event).get(name)));
};

/** Most indexes of the older form, in which each field of a message is an attribute of its own. */
const mostNumbered = 500;

const numbered = (attributes: Attributes, prefix: string): readonly unknown[] => {
  const found: unknown[] = [];
  for (let index = 0; index < mostNumbered; index += 1) {
    const at = `${prefix}.${index}`;
    const content = attributes.get(`${at}.content`);
    const calls = numberedCalls(attributes, `${at}.tool_calls`);
    if (content === undefined && calls.length === 0 && !attributes.has(`${at}.role`)) break;
    found.push({ role: attributes.get(`${at}.role`), content, parts: calls });
  }
  return found;
};

const numberedCalls = (attributes: Attributes, prefix: string): readonly unknown[] => {
  const found: unknown[] = [];
  for (let index = 0; index < mostNumbered && attributes.has(`${prefix}.${index}.name`); index += 1) {
    const [id, name, args] = ['id', 'name', 'arguments'].map((key) => attributes.get(`${prefix}.${index}.${key}`));
    found.push({ type: 'tool_call', id, name, arguments: args });
  }
  return found;
};

/** What the model was given. Empty where the capture of messages was off. */
export const inputMessages = (span: unknown, attributes: Attributes): readonly unknown[] => {
  const listed = listsOf(span, attributes, 'gen_ai.input.messages');
  return listed.length > 0 ? listed : numbered(attributes, 'gen_ai.prompt');
};

/** What the model gave back. */
export const outputMessages = (span: unknown, attributes: Attributes): readonly unknown[] => {
  const listed = listsOf(span, attributes, 'gen_ai.output.messages');
  return listed.length > 0 ? listed : numbered(attributes, 'gen_ai.completion');
};

const partsOf = (message: unknown): readonly unknown[] => {
  const content = valueAt(message, 'content');
  const parts = listAt(message, 'parts');
  return typeof content === 'string' ? [{ type: 'text', content }, ...parts] : [...listAt(content), ...parts];
};

const typed = (messages: readonly unknown[], type: RegExp): readonly unknown[] =>
  messages.flatMap(partsOf).filter((part) => type.test(textAt(part, 'type') ?? ''));

/** Texts of the parts of these types, a part per paragraph. */
export const textOfParts = (messages: readonly unknown[], type: RegExp): string =>
  typed(messages, type)
    .map((part) => textAt(part, 'content') ?? textAt(part, 'text') ?? '')
    .join('\n\n');

export const callsOfMessages = (messages: readonly unknown[]): readonly Call[] =>
  typed(messages, /^tool_call$/).map((part) =>
    callOf(textAt(part, 'id'), textAt(part, 'name') ?? 'tool', valueAt(part, 'arguments') ?? null),
  );

export interface ToolResponse {
  readonly id: string;
  readonly text: string;
}

/** Results of tools that the model was given, by the calls that they answer. */
export const responsesOf = (messages: readonly unknown[]): readonly ToolResponse[] =>
  typed(messages, /^tool_call_response$/).flatMap((part) => {
    const id = textAt(part, 'id');
    const response = valueAt(part, 'response') ?? valueAt(part, 'result');
    return id === null ? [] : [{ id, text: shownValue(response) }];
  });
