import { callKindOf } from '../../callKind';
import { fieldsAt, listAt, numberAt, textAt, valueAt } from '../../fields';
import type { Call, Observation, Usage } from '../../step';
import { jsonText } from '../jsonText';
import { noUsage, sumKnown } from '../usageSum';

/** Parts of a message in the Gemini API's shape: a text alone, one part, or a list of them. */
export const partsOf = (content: unknown): readonly unknown[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return Array.isArray(content) ? content : fieldsAt(content) === null ? [] : [content];
};

const partText = (part: unknown): string | null => {
  if (typeof part === 'string') return part;
  const text = textAt(part, 'text');
  if (text !== null) return text;
  const media = textAt(part, 'inlineData', 'mimeType') ?? textAt(part, 'fileData', 'mimeType');
  if (media !== null) return `[${media}]`;
  return isCallPart(part) || isResponsePart(part) ? null : '[part of an unknown kind]';
};

export const isCallPart = (part: unknown): boolean => fieldsAt(part, 'functionCall') !== null;
export const isResponsePart = (part: unknown): boolean => fieldsAt(part, 'functionResponse') !== null;
export const isThought = (part: unknown): boolean => valueAt(part, 'thought') === true;

export const textOfParts = (parts: readonly unknown[]): string =>
  parts
    .map(partText)
    .filter((text) => text !== null)
    .join('\n');

/** A call as `{ id, name, args }` writes it. */
export const geminiCall = (call: unknown): Call => {
  const name = textAt(call, 'name') ?? '';
  const args = valueAt(call, 'args') ?? null;
  const parseError = args === null ? 'no arguments' : null;
  return { id: textAt(call, 'id'), name, kind: callKindOf(name, args), args, rawArgs: jsonText(args), parseError };
};

/** What a function's response says: its output or error where it has one, else all of it as JSON. */
const responseText = (response: unknown): { readonly text: string; readonly failed: boolean } => {
  const output = textAt(response, 'output');
  if (output !== null) return { text: output, failed: false };
  const error = textAt(response, 'error');
  if (error !== null) return { text: error, failed: true };
  return { text: typeof response === 'string' ? response : jsonText(response), failed: false };
};

/** The code that the shell tools of Gemini and Qwen write into their output; null where they write none. */
const exitCodeIn = (text: string): number | null => {
  const found = /^Exit Code: (-?\d{1,10})\s*$/m.exec(text);
  return found === null ? null : Number(found[1]);
};

/** A tool that ran well may have run a command that did not: then its code says so. */
export const observation = (callId: string | null, text: string, told: boolean | null): Observation => {
  const exitCode = exitCodeIn(text);
  const isError = exitCode === null || exitCode === 0 ? told : true;
  return { callId, text, shownChars: null, totalChars: null, exitCode, isError, timedOut: null };
};

/** The function responses of a message. */
export const responsesOf = (parts: readonly unknown[], isError: boolean | null): readonly Observation[] =>
  parts.filter(isResponsePart).map((part) => {
    const { text, failed } = responseText(valueAt(part, 'functionResponse', 'response'));
    return observation(textAt(part, 'functionResponse', 'id'), text, failed ? true : isError);
  });

/** Tokens as Gemini CLI sums them up; its output leaves out thoughts, ours does not. */
export const tokensOf = (tokens: unknown): Usage | null => {
  if (fieldsAt(tokens) === null) return null;
  const [output, thoughts] = [numberAt(tokens, 'output'), numberAt(tokens, 'thoughts')];
  const prompt = sumKnown(numberAt(tokens, 'input'), numberAt(tokens, 'tool'));
  if (prompt === null && output === null) return null;
  return {
    ...noUsage,
    prompt,
    cached: numberAt(tokens, 'cached'),
    completion: sumKnown(output, thoughts),
    reasoning: thoughts,
  };
};

/**
 * `usageMetadata` of the Gemini API. Whether candidates hold the thoughts is told by the total: Gemini counts them
 * apart, Qwen in them.
 */
export const usageMetadataOf = (usage: unknown): Usage | null => {
  const prompt = numberAt(usage, 'promptTokenCount');
  const candidates = numberAt(usage, 'candidatesTokenCount');
  if (prompt === null && candidates === null) return null;
  const reasoning = numberAt(usage, 'thoughtsTokenCount');
  const total = numberAt(usage, 'totalTokenCount');
  const apart = total !== null && reasoning !== null && total === (prompt ?? 0) + (candidates ?? 0) + reasoning;
  const completion = apart ? sumKnown(candidates, reasoning) : candidates;
  return { ...noUsage, prompt, cached: numberAt(usage, 'cachedContentTokenCount'), completion, reasoning };
};

/** Files that calls edited: the path arguments of the known tools. */
export const editedFiles = (calls: readonly Call[], failed: ReadonlySet<string | null>): readonly string[] => {
  const paths = calls
    .filter(({ id, kind }) => kind === 'edit' && (id === null || !failed.has(id)))
    .map(({ args }) => textAt(args, 'file_path') ?? textAt(args, 'absolute_path') ?? textAt(args, 'path'));
  return [...new Set(paths)].filter((path) => path !== null);
};

/** `{ subject, description }` of a thought, one below the other. */
export const thoughtsText = (value: unknown): string | null => {
  const texts = listAt(value, 'thoughts').map((thought) =>
    [textAt(thought, 'subject'), textAt(thought, 'description')].filter((text) => text !== null).join('\n'),
  );
  return texts.length === 0 ? null : texts.join('\n\n');
};
