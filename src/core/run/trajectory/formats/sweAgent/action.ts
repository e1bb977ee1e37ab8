import { callKindOf } from '../../callKind';
import type { Call } from '../../step';
import { type ShellWord, shellWords } from './shellWords';

/** Commands that the agent's own tools define; any other first word is one of the shell. */
const tools = new Set([
  'open',
  'goto',
  'scroll_up',
  'scroll_down',
  'filemap',
  'view_image',
  'create',
  'edit',
  'insert',
  'undo_edit',
  'str_replace_editor',
  'search_dir',
  'search_file',
  'find_file',
  'submit',
  'think',
]);

/** Ends that stand as actions: given up by the agent, or given to it. */
const exitAction = /^(?:early_exit|exit_\w+)\s*$/;

type Args = Pick<Call, 'args' | 'parseError'>;

/** `str_replace_editor SUB PATH --option value...`: the tool's parameters by name; two values make a list. */
const editorArgs = (words: readonly ShellWord[]): Args => {
  const options = new Map<string, string[]>();
  const plain: string[] = [];
  let values = plain;
  for (const { text, quoted } of words) {
    if (!quoted && text.startsWith('--')) {
      values = [];
      options.set(text.slice(2), values);
    } else values.push(text);
  }
  const [command = null, path = null] = plain;
  const named = [...options].map(([name, found]) => [name, found.length === 1 ? found[0] : found] as const);
  return { args: Object.fromEntries([['command', command], ['path', path], ...named]), parseError: null };
};

const lineEdit = /^\s*edit (\d+):(\d+)[^\S\n]*\n([\s\S]*?)\n?end_of_edit\s*$/;

const argsOf = (name: string, action: string): Args => {
  const lines = name === 'edit' ? lineEdit.exec(action) : null;
  if (lines !== null) {
    const [, start, end, text] = lines;
    return { args: { start_line: Number(start), end_line: Number(end), replacement_text: text }, parseError: null };
  }
  const words = shellWords(action);
  if (words === null) return { args: null, parseError: 'A quote in the command is not closed.' };
  if (name === 'str_replace_editor') return editorArgs(words.slice(1));
  return { args: { arguments: words.slice(1).map((word) => word.text) }, parseError: null };
};

const partsOf = (action: string): Args & Pick<Call, 'name'> => {
  const name = /^\s*([\w-]+)/.exec(action)?.[1] ?? '';
  if (exitAction.test(action)) return { name, args: {}, parseError: null };
  if (!tools.has(name)) return { name: 'bash', args: { command: action }, parseError: null };
  return { name, ...argsOf(name, action) };
};

/**
 * The call that an action is: one of the tools that stand in the agent's shell (`open`, `edit 3:5`,
 * `str_replace_editor view F`), an end that stands as an action (`exit_cost`), else a command. Null: no action.
 */
export const callOfAction = (action: string): Call | null => {
  if (action.trim() === '') return null;
  const parts = partsOf(action);
  return { id: null, kind: callKindOf(parts.name, parts.args), rawArgs: action, ...parts };
};

/** The file that an edit names; `openFile`: the one that the windowed editor has open. Null where it edits none. */
export const fileOfCall = (call: Call, openFile: string | null): string | null => {
  if (call.kind !== 'edit') return null;
  const args = call.args as { readonly path?: unknown; readonly arguments?: readonly string[] } | null;
  if (call.name === 'str_replace_editor') return typeof args?.path === 'string' ? args.path : null;
  if (call.name === 'create') return args?.arguments?.[0] ?? null;
  return openFile === 'n/a' || openFile === '' || call.name === 'bash' ? null : openFile;
};
