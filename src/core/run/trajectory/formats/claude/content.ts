import { callKindOf } from '../../callKind';
import { booleanAt, isFields, listAt, numberAt, textAt, valueAt } from '../../fields';
import type { Call, Observation, Usage } from '../../step';
import { jsonText } from '../jsonText';
import { sumKnown } from '../usageSum';

/** Blocks of a message: a text alone is one block; null where the content is of neither kind. */
export const blocksOf = (message: unknown): readonly unknown[] | null => {
  const content = valueAt(message, 'content');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : null;
};

const isOf = (type: string) => (block: unknown) => textAt(block, 'type') === type;

/** Kinds of blocks that call a tool, and that answer. */
const callTypes = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);
export const isCall = (block: unknown): boolean => callTypes.has(textAt(block, 'type') ?? '');
export const isResult = (block: unknown): boolean => (textAt(block, 'type') ?? '').endsWith('tool_result');

/** What stands in place of a block that is no text. */
const placeholder = (block: unknown): string => {
  const type = textAt(block, 'type');
  const media = textAt(block, 'source', 'media_type');
  return `[${[type ?? 'content of an unknown kind', media].filter((part) => part !== null).join(': ')}]`;
};

/** Texts of a message, one below the other; blocks of other kinds are named. */
export const textOf = (blocks: readonly unknown[]): string =>
  blocks
    .filter((block) => !isCall(block) && !isResult(block) && !isOf('thinking')(block) && !isRedacted(block))
    .map((block) => (typeof block === 'string' ? block : (textAt(block, 'text') ?? placeholder(block))))
    .join('\n');

const isRedacted = isOf('redacted_thinking');

/** The reasoning of a message; encrypted where it is withheld or only its signature is left. */
export const reasoningOf = (blocks: readonly unknown[]): { text: string | null; encrypted: boolean } | null => {
  const thinking = blocks.filter(isOf('thinking'));
  const texts = thinking.map((block) => textAt(block, 'thinking') ?? '').filter((text) => text !== '');
  const hidden = blocks.some(isRedacted) || texts.length < thinking.length;
  if (texts.length === 0 && !hidden) return null;
  return { text: texts.length === 0 ? null : texts.join('\n'), encrypted: hidden };
};

export const callOf = (block: unknown): Call => {
  const name = textAt(block, 'name') ?? '';
  const args = valueAt(block, 'input') ?? null;
  return {
    id: textAt(block, 'id'),
    name,
    kind: callKindOf(name, args),
    args,
    rawArgs: jsonText(args),
    parseError: args === null ? 'no input' : null,
  };
};

/** Bash of Claude Code says the code of a command that failed in its text, and nothing of one that did not. */
const exitCodeOf = (text: string): number | null => {
  const found = /^(?:Error: )?Exit code (\d{1,3})(?:\n|$)/.exec(text);
  return found === null ? null : Number(found[1]);
};

export const observationOf = (block: unknown): Observation => {
  const content = valueAt(block, 'content');
  const text = typeof content === 'string' ? content : textOf(listAt(block, 'content'));
  const isError = booleanAt(block, 'is_error');
  return {
    callId: textAt(block, 'tool_use_id'),
    text,
    shownChars: null,
    totalChars: null,
    exitCode: isError === true ? exitCodeOf(text) : null,
    isError,
    timedOut: null,
  };
};

/** Tokens as the Messages API counts them: its input leaves out what was cached, ours does not. */
export const usageOf = (message: unknown): Usage | null => {
  const usage = valueAt(message, 'usage');
  if (!isFields(usage)) return null;
  const cached = numberAt(usage, 'cache_read_input_tokens');
  const cacheWrite = numberAt(usage, 'cache_creation_input_tokens');
  const input = numberAt(usage, 'input_tokens');
  const completion = numberAt(usage, 'output_tokens');
  if (input === null && completion === null) return null;
  const reasoning = numberAt(usage, 'output_tokens_details', 'thinking_tokens');
  return { prompt: sumKnown(input, cached, cacheWrite), cached, cacheWrite, completion, reasoning };
};
