import { listAt, numberAt, textAt, valueAt } from '../../../trajectory/fields';
import type { Usage } from '../../../trajectory/step';
import { parsedJson } from '../../gatewayJson';
import type { ChatCall } from '../chatDeltas';
import type { ToolNames } from '../toolNames';

export type OutputItem = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** The one argument of a free-form tool; what the model wrote where it is no such object. */
const customInput = (written: string): string => textAt(parsedJson(written), 'input') ?? written;

const shellAction = (written: string) => {
  const told = parsedJson(written);
  const command = valueAt(told, 'command');
  return {
    type: 'exec',
    command: typeof command === 'string' ? ['bash', '-lc', command] : listAt(command).map(String),
    env: {},
    timeout_ms: numberAt(told, 'timeout_ms'),
    working_directory: textAt(told, 'workdir'),
  };
};

/** A call of a reply as the agent offered the tool. `id` is the item's own; `call_id` the one that its output names. */
export const callItem = (call: ChatCall, names: ToolNames, id: string): OutputItem => {
  const tool = names.offered(call.name);
  const base = { call_id: call.id, status: 'completed' };
  const where = { name: tool.name, ...(tool.namespace === null ? {} : { namespace: tool.namespace }) };
  if (tool.kind === 'custom')
    return { type: 'custom_tool_call', id: `ctc_${id}`, ...base, ...where, input: customInput(call.arguments) };
  if (tool.kind === 'local_shell')
    return { type: 'local_shell_call', id: `lsh_${id}`, ...base, action: shellAction(call.arguments) };
  return { type: 'function_call', id: `fc_${id}`, ...base, ...where, arguments: call.arguments };
};

/** Tokens as Responses count them. Null where there are none to tell. */
export const responsesUsageOf = (usage: Usage | null): unknown => {
  if (usage === null) return null;
  const [input, output] = [usage.prompt ?? 0, usage.completion ?? 0];
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cached ?? 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    total_tokens: input + output,
  };
};

/** Why a reply is not whole; null: it is. */
export const incompleteReason = (finishReason: string | null): string | null => {
  if (finishReason === 'length') return 'max_output_tokens';
  return finishReason === 'content_filter' ? 'content_filter' : null;
};

/** What a response repeats of its request. */
export const repeatedFields = (body: unknown) => ({
  instructions: valueAt(body, 'instructions') ?? null,
  metadata: {},
  parallel_tool_calls: valueAt(body, 'parallel_tool_calls') ?? true,
  temperature: numberAt(body, 'temperature'),
  tool_choice: valueAt(body, 'tool_choice') ?? 'auto',
  tools: listAt(body, 'tools'),
  top_p: numberAt(body, 'top_p'),
});
