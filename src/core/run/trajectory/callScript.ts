import { textAt, valueAt } from './fields';
import type { Call } from './step';

const longestScript = 20_000;

/** The script of a shell call, its first 20,000 characters; of another call its arguments as they stood. */
export const scriptOf = (call: Call): string => {
  const said = textAt(call.args, 'command') ?? textAt(call.args, 'cmd') ?? textAt(call.args, 'script');
  const list = valueAt(call.args, 'command');
  const last = Array.isArray(list) ? list.at(-1) : null;
  const text = said ?? (typeof last === 'string' ? last : typeof call.args === 'string' ? call.args : call.rawArgs);
  return text.slice(0, longestScript);
};
