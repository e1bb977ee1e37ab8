import { isFields, listAt, textAt, valueAt } from '../../fields';

const only = (value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    names.flatMap((name) => (valueAt(value, name) === undefined ? [] : [[name, valueAt(value, name)]])),
  );

const ofModel = ['event', 'model', 'timestamp', 'completed', 'working_time', 'error', 'role'];
const ofTool = [
  ...['event', 'id', 'function', 'arguments', 'result', 'truncated', 'error', 'failed'],
  ...['timestamp', 'completed', 'working_time'],
];

/** A model event without its input, tools and raw request, which grow with the square of the turns. */
export const slimModelEvent = (event: unknown): unknown => {
  const choice = listAt(event, 'output', 'choices')[0];
  const message = only(valueAt(choice, 'message'), ['role', 'content', 'tool_calls']);
  return {
    ...only(event, ofModel),
    output: {
      ...only(valueAt(event, 'output'), ['usage', 'time', 'error']),
      choices: isFields(choice) ? [{ ...only(choice, ['stop_reason']), message }] : [],
    },
  };
};

/** A tool event without how it is shown in Inspect and the events that happened in it. */
export const slimToolEvent = (event: unknown): unknown => only(event, ofTool);

export const slimReply = (message: unknown): unknown => only(message, ['role', 'content', 'tool_calls', 'model']);

/** Ids of the calls that a model event makes. */
export const calledIds = (event: unknown): readonly string[] =>
  listAt(event, 'output', 'choices', 0, 'message', 'tool_calls').flatMap((call) => textAt(call, 'id') ?? []);

/** What an approver decided against, or how; null where it let the call pass as it was. */
export const refusedBy = (event: unknown): string | null => {
  const decision = textAt(event, 'decision');
  if (decision === null || decision === 'approve') return null;
  const why = textAt(event, 'explanation');
  return `${textAt(event, 'approver') ?? 'An approver'}: ${decision}${why === null ? '' : `. ${why}`}`;
};

export const compactionText = (event: unknown): string => {
  const [before, after] = [valueAt(event, 'tokens_before'), valueAt(event, 'tokens_after')];
  const tokens = typeof before === 'number' && typeof after === 'number' ? ` from ${before} to ${after} tokens` : '';
  return `The messages were compacted${tokens}.`;
};
