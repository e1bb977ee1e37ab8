import { blankStep } from '../../blank';
import { callKindOf } from '../../callKind';
import { booleanAt, type Fields, isFields, listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Call, Notice, Observation, Step, Usage } from '../../step';
import type { StepGroup } from '../../trajectoryFormat';
import { jsonText } from '../jsonText';

const notRead = (text: string): Notice => ({ kind: 'not-read', text });

interface Content {
  readonly text: string;
  /** Pictures and sounds: where they are. */
  readonly media: readonly string[];
}

/** A text, or since 1.6 a list of parts of which pictures and sounds are named by their path. */
const contentOf = (content: unknown): Content => {
  if (typeof content === 'string') return { text: content, media: [] };
  if (!Array.isArray(content)) return { text: content ? jsonText(content) : '', media: [] };
  const texts: string[] = [];
  const media: string[] = [];
  for (const part of content) {
    const text = textAt(part, 'text');
    if (text !== null) texts.push(text);
    else media.push(textAt(part, 'source', 'path') ?? textAt(part, 'type') ?? typeof part);
  }
  return { text: texts.join('\n'), media };
};

const callOf = (call: unknown): Call => {
  const name = textAt(call, 'function_name') ?? '';
  const args = valueAt(call, 'arguments') ?? null;
  const parseError = isFields(args) ? null : 'The arguments are no object.';
  const shared = { id: textAt(call, 'tool_call_id'), name, kind: callKindOf(name, args), parseError };
  return { ...shared, args: isFields(args) ? args : null, rawArgs: typeof args === 'string' ? args : jsonText(args) };
};

const observed = (result: unknown): Observation => ({
  callId: textAt(result, 'source_call_id'),
  text: contentOf(valueAt(result, 'content')).text,
  shownChars: null,
  totalChars: null,
  exitCode: null,
  isError: null,
  timedOut: null,
});

/** Tokens of a step: the prompt includes what was cached. What the format has no place for stands in `extra`. */
export const atifUsage = (step: unknown): Usage | null => {
  const metrics = valueAt(step, 'metrics');
  if (!isFields(metrics)) return null;
  return {
    prompt: numberAt(metrics, 'prompt_tokens'),
    cached: numberAt(metrics, 'cached_tokens'),
    cacheWrite: numberAt(metrics, 'extra', 'cache_creation_input_tokens'),
    completion: numberAt(metrics, 'completion_tokens'),
    reasoning: numberAt(metrics, 'extra', 'reasoning_tokens') ?? numberAt(metrics, 'extra', 'reasoning_output_tokens'),
  };
};

export const isCopied = (step: unknown): boolean => booleanAt(step, 'is_copied_context') === true;

/** Sub-agents that a result names: `subagent_trajectory_ref`, a list, in some files the one alone. */
export const subagentRefs = (result: unknown): readonly unknown[] => {
  const found = valueAt(result, 'subagent_trajectory_ref');
  return Array.isArray(found) ? found : isFields(found) ? [found] : [];
};

/** Terminus answers a reply that it can't parse by these words; the format has no mark for it. */
const parseFault = /^\s*Previous response had parsing errors:/;

const noticesOf = (step: Fields, results: readonly unknown[]): readonly Notice[] => {
  const found: Notice[] = [];
  const source = textAt(step, 'source');
  const said = [valueAt(step, 'message'), ...results.map((result) => valueAt(result, 'content'))].map(contentOf);
  const media = said.flatMap((one) => one.media);
  if (isCopied(step))
    found.push({ kind: 'copied-context', text: 'Copied from an earlier trajectory; not counted here.' });
  if (source === 'system' && /summariz|compact/i.test(said[0]?.text ?? '') && results.some(hasRefs))
    found.push({ kind: 'compaction', text: said[0]?.text ?? '' });
  for (const { text } of said.slice(1)) if (parseFault.test(text)) found.push({ kind: 'format-error', text });
  if (media.length > 0) found.push(notRead(`Pictures or sounds stand in files of their own: ${media.join(', ')}.`));
  if (source !== 'agent' && source !== 'user' && source !== 'system')
    found.push(notRead('The source of this step is not known.'));
  return found;
};

const hasRefs = (result: unknown): boolean => subagentRefs(result).length > 0;

const roleOf = (step: Fields): Step['role'] => {
  const source = textAt(step, 'source');
  return source === 'agent' || source === 'user' ? source : 'system';
};

const ofFields = (step: Fields): Partial<Step> => {
  const results = listAt(step, 'observation', 'results');
  const reasoning = textAt(step, 'reasoning_content');
  return {
    role: roleOf(step),
    startedAt: timeAt(step, 'timestamp'),
    thought: contentOf(valueAt(step, 'message')).text,
    reasoning: reasoning === null ? null : { text: reasoning, encrypted: false },
    calls: listAt(step, 'tool_calls').map(callOf),
    observations: results.filter((result) => !hasRefs(result) || valueAt(result, 'content')).map(observed),
    usage: atifUsage(step),
    costUsd: numberAt(step, 'metrics', 'cost_usd'),
    notices: noticesOf(step, results),
  };
};

/** A step of an ATIF trajectory, which is one record. */
export const buildAtifStep = (group: StepGroup, idx: number): Step => {
  const blank = blankStep(group, idx);
  const [record] = group.records;
  const value = record?.value;
  const mended = record?.note === undefined ? [] : [notRead(record.note)];
  if (!isFields(value))
    return { ...blank, role: 'system', notices: [notRead(record?.broken ?? 'A step is an object; this is none.')] };
  const known = ofFields(value);
  return { ...blank, ...known, notices: [...mended, ...(known.notices ?? [])] };
};
