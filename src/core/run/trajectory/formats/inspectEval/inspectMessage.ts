import { callKindOf } from '../../callKind';
import { booleanAt, isFields, listAt, numberAt, textAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step } from '../../step';
import { jsonText } from '../jsonText';
import { observationOf, shownValue } from '../stepParts';

/** A call of a message: Inspect keeps its arguments parsed, and says where they could not be. */
export const callOfMessage = (call: unknown): Call => {
  const name = textAt(call, 'function') ?? textAt(call, 'name') ?? '';
  const args = valueAt(call, 'arguments') ?? null;
  const parseError = textAt(call, 'parse_error');
  return {
    id: textAt(call, 'id'),
    name,
    kind: callKindOf(name, args),
    args: parseError === null ? args : null,
    rawArgs: typeof args === 'string' ? args : jsonText(args),
    parseError,
  };
};

export interface MessageParts {
  readonly thought: string;
  readonly reasoning: Step['reasoning'];
  readonly calls: readonly Call[];
  readonly observations: readonly Observation[];
  readonly notices: readonly Notice[];
}

const partsOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === null || content === undefined ? [] : [content];

const textOfPart = (part: unknown): string | null => (typeof part === 'string' ? part : textAt(part, 'text'));

const ofType = (parts: readonly unknown[], type: string): readonly unknown[] =>
  parts.filter((part) => textAt(part, 'type') === type);

/** Reasoning that is redacted is there only encrypted; its summary is what can be read of it. */
const reasoningOf = (parts: readonly unknown[]): Step['reasoning'] => {
  const found = ofType(parts, 'reasoning');
  if (found.length === 0) return null;
  const encrypted = found.some((part) => booleanAt(part, 'redacted') === true);
  const texts = found.flatMap((part) => {
    const own = booleanAt(part, 'redacted') === true ? null : textAt(part, 'reasoning');
    return own ?? textAt(part, 'summary') ?? [];
  });
  return { text: texts.length === 0 ? null : texts.join('\n\n'), encrypted };
};

const known = new Set(['text', 'reasoning', 'tool_use']);

const unread = (parts: readonly unknown[]): readonly Notice[] =>
  parts.flatMap((part) => {
    const type = textAt(part, 'type');
    if (textOfPart(part) !== null || (type !== null && known.has(type))) return [];
    return [{ kind: 'not-read' as const, text: `A part of kind ${type ?? typeof part} has no text.` }];
  });

/** Tools that the provider ran itself: call and result stand in one part. */
const serverObservation = (part: unknown): Observation =>
  observationOf({
    callId: textAt(part, 'id'),
    text: textAt(part, 'error') ?? shownValue(valueAt(part, 'result')),
    isError: textAt(part, 'error') === null ? null : true,
  });

/** A message's text, reasoning and calls; its attachments stand in their places already. */
export const messageParts = (message: unknown): MessageParts => {
  const parts = partsOf(valueAt(message, 'content'));
  const served = ofType(parts, 'tool_use');
  return {
    thought: parts.flatMap((part) => textOfPart(part) ?? []).join('\n'),
    reasoning: reasoningOf(parts),
    calls: [...served, ...listAt(message, 'tool_calls')].map(callOfMessage),
    observations: served.map(serverObservation),
    notices: unread(parts),
  };
};

/** Inspect writes an error down, so that where there is none there was none. */
const errorOf = (value: unknown): Pick<Observation, 'isError' | 'timedOut'> => {
  const type = textAt(value, 'error', 'type');
  const isError = isFields(valueAt(value, 'error')) || booleanAt(value, 'failed') === true;
  return { isError, timedOut: type === 'timeout' };
};

/** The error's words are what the model is told, in the place of a result or behind it. */
const withError = (text: string, value: unknown): string => {
  const message = textAt(value, 'error', 'message') ?? '';
  if (message === '' || text.includes(message)) return text;
  return text === '' ? message : `${text}\n${message}`;
};

/** What a tool event says came back. `truncated`: bytes that there were and that were kept. */
export const toolObservation = (event: unknown): Observation => {
  const result = valueAt(event, 'result');
  return observationOf({
    callId: textAt(event, 'id'),
    text: withError(shownValue(result), event),
    totalChars: numberAt(event, 'truncated', 0),
    shownChars: numberAt(event, 'truncated', 1),
    ...errorOf(event),
  });
};

/** What a message of role `tool` says came back. */
export const answerObservation = (message: unknown): Observation =>
  observationOf({
    callId: textAt(message, 'tool_call_id'),
    text: withError(shownValue(valueAt(message, 'content')), message),
    ...errorOf(message),
  });
