import { callKindOf } from '../../callKind';
import { type Fields, fieldsAt, isFields, listAt, numberAt, textAt, valueAt } from '../../fields';
import type { Call, CallKind, Observation, Usage } from '../../step';
import { callOf, contentText, observationOf } from '../stepParts';

/** The events of a record: one, or an older version's pair of action and observation. */
export const eventsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export const actionOf = (event: unknown): string | null => textAt(event, 'action');
export const observationKind = (event: unknown): string | null => textAt(event, 'observation');

/** The oldest versions have no `args`: the arguments stand beside the action's name. */
export const argsOf = (event: unknown): Fields => fieldsAt(event, 'args') ?? (isFields(event) ? event : {});

export const responseOf = (event: unknown): unknown => valueAt(event, 'tool_call_metadata', 'model_response');
export const responseId = (event: unknown): string | null => textAt(responseOf(event), 'id');
const reply = (event: unknown): unknown => valueAt(responseOf(event), 'choices', 0, 'message');

/** Tokens of the model's reply that an action stands for; several actions may hold the same one. */
export const responseUsage = (event: unknown): Usage | null => {
  const usage = valueAt(responseOf(event), 'usage');
  if (!isFields(usage)) return null;
  return {
    prompt: numberAt(usage, 'prompt_tokens'),
    cached: numberAt(usage, 'prompt_tokens_details', 'cached_tokens') ?? numberAt(usage, 'cache_read_input_tokens'),
    cacheWrite: numberAt(usage, 'cache_creation_input_tokens'),
    completion: numberAt(usage, 'completion_tokens'),
    reasoning: numberAt(usage, 'completion_tokens_details', 'reasoning_tokens'),
  };
};

export const reasoningOf = (event: unknown): string | null => textAt(reply(event), 'reasoning_content');

/** What the agent said: the reply's own text where it is kept, else what the action carries. */
export const thoughtOf = (event: unknown): string => {
  const said = contentText(valueAt(reply(event), 'content'));
  if (said !== '') return said;
  const args = argsOf(event);
  const message = textAt(args, 'content') ?? textAt(event, 'message') ?? '';
  const thought = textAt(args, 'thought') ?? '';
  if (actionOf(event) === 'message' || actionOf(event) === 'system') return message;
  return actionOf(event) === 'think' ? '' : thought;
};

const kinds: ReadonlyMap<string, CallKind> = new Map([
  ['run', 'shell'],
  ['run_ipython', 'shell'],
  ['read', 'read'],
  ['edit', 'edit'],
  ['write', 'edit'],
  ['delegate', 'spawn'],
  ['finish', 'submit'],
  ['reject', 'submit'],
  ['think', 'think'],
]);

const speech = new Set(['message', 'system']);
const about = new Set(['thought', 'action', 'id', 'timestamp', 'source', 'message', 'action_risk', 'is_confirmed']);

const writtenArguments = (event: unknown, id: string | null): unknown => {
  if (id === null) return undefined;
  const call = listAt(reply(event), 'tool_calls').find((one) => textAt(one, 'id') === id);
  return valueAt(call, 'function', 'arguments');
};

/** Where a command is run, the command decides: a run of tests, a search. */
const kindOf = (name: string, action: string, args: unknown): CallKind => {
  const kind = kinds.get(action);
  return kind === undefined || kind === 'shell' ? callKindOf(action === 'run' ? 'bash' : name, args) : kind;
};

/** The call of an action; null for what is only said. */
export const callOfAction = (event: unknown): Call | null => {
  const action = actionOf(event) ?? '';
  if (speech.has(action)) return null;
  const id = textAt(event, 'tool_call_metadata', 'tool_call_id');
  const name = textAt(event, 'tool_call_metadata', 'function_name') ?? action;
  const given = Object.fromEntries(
    Object.entries(argsOf(event)).filter(([key]) => action === 'think' || !about.has(key)),
  );
  const call = callOf(id ?? eventId(event), name, writtenArguments(event, id) ?? given);
  return { ...call, kind: kindOf(name, action, call.args ?? given) };
};

/** The id of an event as a text; null where it has none. */
export const eventId = (event: unknown, field: 'id' | 'cause' = 'id'): string | null => {
  const id = numberAt(event, field);
  return id === null ? textAt(event, field) : String(id);
};

const exitOf = (event: unknown): number | null => {
  const code = numberAt(event, 'extras', 'metadata', 'exit_code') ?? numberAt(event, 'extras', 'exit_code');
  return code ?? numberAt(event, 'exit_code');
};

const failed = (event: unknown, text: string, exitCode: number | null): boolean | null => {
  if (observationKind(event) === 'error') return true;
  if (exitCode !== null) return exitCode !== 0;
  const success = valueAt(event, 'success');
  if (typeof success === 'boolean') return !success;
  const kind = observationKind(event);
  return kind === 'edit' || kind === 'read' ? text.startsWith('ERROR:') : null;
};

/** Code -1 is a command that had not ended: by the suffix one sees whether time ran out. */
export const observationOfEvent = (event: unknown): Observation => {
  const text = contentText(valueAt(event, 'content'));
  const code = exitOf(event);
  const exitCode = code === -1 ? null : code;
  const suffix = textAt(event, 'extras', 'metadata', 'suffix') ?? '';
  return observationOf({
    callId: textAt(event, 'tool_call_metadata', 'tool_call_id') ?? eventId(event, 'cause'),
    text,
    exitCode,
    isError: failed(event, text, exitCode),
    timedOut: exitCode !== null ? false : code === -1 ? /timed? ?out/i.test(suffix) : null,
  });
};
