import { type Fields, fieldsAt, listAt, textAt, valueAt } from '../../../trajectory/fields';
import type { ToolNames } from '../toolNames';
import type { Translation } from '../translation';
import { ResponsesInput } from './responsesInput';
import { ResponsesTools } from './responsesTools';

/** Fields that mean the same in both. */
const sameFields = ['temperature', 'top_p', 'seed', 'stop', 'user'];

/** What chat completions have no word for, and what nobody misses there. */
const silent = new Set([
  ...sameFields,
  ...['model', 'input', 'instructions', 'tools', 'tool_choice', 'parallel_tool_calls', 'stream', 'stream_options'],
  ...[
    'store',
    'include',
    'prompt_cache_key',
    'client_metadata',
    'metadata',
    'text',
    'max_output_tokens',
    'service_tier',
  ],
  ...['safety_identifier', 'prompt_cache_retention'],
]);

const toolChoice = (choice: unknown, names: ToolNames): unknown => {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  const name = textAt(choice, 'name');
  const chat = name === null ? null : names.chatName(name, textAt(choice, 'namespace'));
  return chat === null ? undefined : { type: 'function', function: { name: chat } };
};

const responseFormat = (format: Fields | null): Fields | undefined => {
  if (format?.['type'] === 'json_object') return { type: 'json_object' };
  if (format?.['type'] !== 'json_schema') return undefined;
  const { name, schema, strict, description } = format;
  return { type: 'json_schema', json_schema: { name, schema, strict, description } };
};

const paramsOf = (body: Fields, tools: ResponsesTools): Fields => {
  const params: Record<string, unknown> = {};
  for (const name of sameFields) params[name] = body[name];
  params['max_tokens'] = body['max_output_tokens'];
  params['response_format'] = responseFormat(fieldsAt(body, 'text', 'format'));
  if (tools.tools.length > 0) {
    params['tool_choice'] = toolChoice(body['tool_choice'], tools.names);
    params['parallel_tool_calls'] = body['parallel_tool_calls'];
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null));
};

const stateFields = ['previous_response_id', 'conversation', 'prompt'];

/** Why a request can't be asked through chat at all; null: it can. */
const faultOf = (body: Fields): string | null => {
  const state = stateFields.find((name) => body[name] !== undefined && body[name] !== null);
  if (state !== undefined)
    return `No earlier response is kept here, so ${state} leads to nothing: send the whole input.`;
  const input = body['input'];
  return typeof input === 'string' || Array.isArray(input) ? null : 'input has to be a text or a list of items.';
};

const unusedNotes = (body: Fields): string[] =>
  Object.keys(body)
    .filter((name) => !silent.has(name) && !stateFields.includes(name) && body[name] !== null)
    .slice(0, 20)
    .map((name) => `field left out, as chat completions have none: ${name.slice(0, 60)}`);

/**
 * A request of OpenAI's Responses in the words of chat completions; a text says why there is none. Instructions and first
 * developer messages become the system message, calls and their outputs an assistant's and a tool's message, free-form and shell
 * tools functions; effort, verbosity and the like have no counterpart.
 */
export const responsesToChat = (body: Fields): Translation | string => {
  const fault = faultOf(body);
  if (fault !== null) return fault;
  const tools = new ResponsesTools(listAt(body, 'tools'));
  const input = new ResponsesInput(tools.names);
  input.messages.system(textAt(body, 'instructions') ?? '');
  input.read(valueAt(body, 'input'));
  return {
    messages: input.messages.all(),
    tools: tools.tools,
    params: paramsOf(body, tools),
    names: tools.names,
    notes: [...new Set([...tools.notes, ...input.notes, ...unusedNotes(body)])],
  };
};
