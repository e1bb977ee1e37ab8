import { isFields, listAt, numberAt, textAt, valueAt } from '../../fields';
import type { Call, Observation } from '../../step';
import { callOf, contentText, observationOf, shownValue, textCallOf } from '../stepParts';

const callItems = new Set(['CommandExecution', 'McpToolCall', 'FileChange', 'Extension', 'WebSearch']);

/** The call that a payload is of; a completed item of a call has the call's id as its own. */
export const callIdOf = (payload: unknown): string | null => {
  const id = textAt(payload, 'call_id') ?? textAt(payload, 'callId');
  return id ?? (callItems.has(textAt(payload, 'type') ?? '') ? textAt(payload, 'id') : null);
};

/** Kinds of items by which the model asks for something, in all versions: `function_call`, `web_search_call`. */
export const isCallItem = (type: string): boolean => type.endsWith('_call');
export const isOutputItem = (type: string): boolean => type.endsWith('_output');

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** The call of a `response_item`. Free text of a custom tool (a patch) stays text. */
export const callOfItem = (payload: unknown, type: string): Call => {
  const id = callIdOf(payload) ?? textAt(payload, 'id');
  const name = textAt(payload, 'name') ?? (type === 'local_shell_call' ? type : type.replace(/_call$/, ''));
  const input = valueAt(payload, 'arguments') ?? valueAt(payload, 'input') ?? valueAt(payload, 'action');
  if (typeof input === 'string' && !looksLikeJson(input)) return textCallOf(id, name, input);
  return callOf(id, name, input ?? null);
};

const endNames: Readonly<Record<string, string>> = {
  exec_command_end: 'exec_command',
  patch_apply_end: 'apply_patch',
  web_search_end: 'web_search',
  image_generation_end: 'image_generation',
  CommandExecution: 'exec_command',
  FileChange: 'apply_patch',
};

/** The call behind an event that names one by id, for files in which the model's own item is not kept. */
export const callOfEnd = (payload: unknown, type: string): Call => {
  const invocation = valueAt(payload, 'invocation');
  const tool = textAt(invocation, 'tool') ?? textAt(payload, 'tool');
  const name =
    tool ?? (Object.hasOwn(endNames, type) ? endNames[type] : undefined) ?? type.replace(/_(end|request)$/, '');
  const args =
    valueAt(invocation, 'arguments') ?? valueAt(payload, 'arguments') ?? namedArgs(payload, ['command', 'changes']);
  return callOf(callIdOf(payload), name, args, type === 'collab_agent_spawn_end' ? 'spawn' : undefined);
};

const namedArgs = (payload: unknown, names: readonly string[]): unknown => {
  const more = [...names, 'query', 'path', 'prompt', 'revised_prompt'];
  const found = more.flatMap((name) => {
    const value = valueAt(payload, name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
};

/** Heads of an output that state how the command ended: `Exit code: 1`, `Process exited with code 0`. */
const exitInHead = (text: string): number | null => {
  const found = /^(?:Exit code: |Process exited with code )(-?\d{1,9})$/m.exec(text.slice(0, 400));
  return found === null ? null : Number(found[1]);
};

interface Output {
  readonly text: string;
  readonly exitCode: number | null;
  readonly isError: boolean | null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Older versions wrap output and exit code in a text of JSON, newer ones state the code in the first lines. */
const outputOf = (payload: unknown): Output => {
  const output = valueAt(payload, 'output') ?? valueAt(payload, 'tools');
  const text = shownValue(output);
  const wrapped = typeof output === 'string' && looksLikeJson(output) ? parsed(output) : null;
  const inner = textAt(wrapped, 'output');
  const code = numberAt(wrapped, 'metadata', 'exit_code');
  if (inner !== null) return { text: inner, exitCode: code, isError: code === null ? null : code !== 0 };
  const success = isFields(output) && typeof output['success'] === 'boolean' ? !output['success'] : null;
  const exitCode = exitInHead(text);
  return { text, exitCode, isError: exitCode === null ? success : exitCode !== 0 };
};

const failedWords = new Set(['failed', 'declined', 'error']);

const endText = (payload: unknown): string => {
  const whole = textAt(payload, 'aggregated_output');
  if (whole !== null && whole !== '') return whole;
  const streams = `${textAt(payload, 'stdout') ?? ''}${textAt(payload, 'stderr') ?? ''}`;
  if (streams !== '') return streams;
  const result = valueAt(payload, 'result');
  const found =
    valueAt(result, 'Ok', 'content') ??
    valueAt(result, 'Err') ??
    valueAt(payload, 'content_items') ??
    result ??
    valueAt(payload, 'results');
  return found === undefined || (Array.isArray(found) && found.length === 0) ? '' : shownValue(found);
};

const endFailed = (payload: unknown, exitCode: number | null): boolean | null => {
  if (exitCode !== null) return exitCode !== 0;
  const success = valueAt(payload, 'success');
  if (typeof success === 'boolean') return !success;
  if (valueAt(payload, 'result', 'Ok', 'isError') === true || valueAt(payload, 'result', 'Err') !== undefined)
    return true;
  const status = textAt(payload, 'status');
  return status === null ? null : failedWords.has(status) ? true : status === 'completed' ? false : null;
};

/**
 * What came back, out of the item that the model was given and the event that tells more (the whole output, the exit
 * code). Either may be missing.
 */
export const codexObservation = (callId: string | null, item: unknown, end: unknown): Observation => {
  const shown = item === null ? null : outputOf(item);
  const whole = end === null ? null : endText(end);
  const exitCode = numberAt(end, 'exit_code') ?? shown?.exitCode ?? null;
  const text = whole !== null && whole !== '' ? whole : (shown?.text ?? '');
  const cut = shown !== null && shown.text.length < text.length;
  return observationOf({
    callId,
    text,
    exitCode,
    isError: (end === null ? null : endFailed(end, exitCode)) ?? shown?.isError ?? null,
    ...(cut ? { shownChars: shown.text.length, totalChars: text.length } : {}),
  });
};

const patchLine = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** Files that an `apply_patch` call names, or that the event after it says were changed. */
export const codexFiles = (payload: unknown): readonly string[] => {
  const changes = valueAt(payload, 'changes');
  if (isFields(changes)) return Object.keys(changes);
  const patch = textAt(payload, 'input') ?? textAt(payload, 'arguments') ?? '';
  const text = looksLikeJson(patch)
    ? (textAt(parsed(patch), 'input') ?? contentText(listAt(parsed(patch), 'command')))
    : patch;
  return [...text.matchAll(patchLine)].map((found) => found[1] ?? '');
};
