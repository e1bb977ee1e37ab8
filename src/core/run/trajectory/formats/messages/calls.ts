import { callKindOf } from '../../callKind';
import { listAt, textAt, valueAt } from '../../fields';
import type { Call } from '../../step';
import { callOf } from '../stepParts';

const nativeCall = (call: unknown): Call =>
  callOf(
    textAt(call, 'id'),
    textAt(call, 'function', 'name') ?? textAt(call, 'name') ?? '',
    valueAt(call, 'function', 'arguments') ?? valueAt(call, 'arguments'),
  );

/** `tool_calls` of a message as the chat completions interface has them, also the older `function_call`. */
export const nativeCalls = (message: unknown): readonly Call[] => {
  const calls = listAt(message, 'tool_calls');
  const old = valueAt(message, 'function_call');
  return (calls.length === 0 && old ? [{ function: old }] : calls).map(nativeCall);
};

const parameterEnd = '</parameter>';

/** Parameters of a call's body; a value reaches to the first end behind it. */
const parametersOf = (body: string): Readonly<Record<string, string>> => {
  const found: [string, string][] = [];
  const start = /<parameter=([^>\n]*)>/g;
  for (let hit = start.exec(body); hit !== null; hit = start.exec(body)) {
    const end = body.indexOf(parameterEnd, start.lastIndex);
    if (end < 0) break;
    found.push([hit[1] ?? '', body.slice(start.lastIndex, end)]);
    start.lastIndex = end + parameterEnd.length;
  }
  return Object.fromEntries(found);
};

const functionEnd = '</function>';

const textCall = (name: string, rest: string): Call => {
  const end = rest.indexOf(functionEnd);
  const rawArgs = end < 0 ? rest : rest.slice(0, end);
  const args = end < 0 ? null : parametersOf(rawArgs);
  return {
    id: null,
    name,
    kind: callKindOf(name, args),
    args,
    rawArgs,
    parseError: args ? null : `${functionEnd} is missing.`,
  };
};

/**
 * Calls that a text holds as `<function=NAME><parameter=KEY>VALUE</parameter></function>`, in its order. A call ends
 * with `</function>`, else where the next one begins or the text ends.
 */
export const functionTextCalls = (text: string): readonly Call[] => {
  const starts = [...text.matchAll(/<function=([^>\n]*)>/g)];
  return starts.map((found, i) =>
    textCall(found[1] ?? '', text.slice(found.index + found[0].length, starts[i + 1]?.index ?? text.length)),
  );
};
