import { shellKind } from './shellKind';
import type { CallKind } from './step';

const named = (kind: CallKind, names: string): readonly [string, CallKind][] =>
  names.split(' ').map((name): [string, CallKind] => [name, kind]);

/** Tools of the known scaffolds whose name says what they do, in lower case. */
const kindsByName: ReadonlyMap<string, CallKind> = new Map([
  ...named('shell', 'bash execute_bash terminal shell exec_command run_shell_command local_shell_call local_shell run'),
  ...named(
    'shell',
    'command_execution bash_command bash_session container.exec unified_exec exec python execute_command',
  ),
  ...named('shell', 'execute_ipython_cell run_ipython ipython write_stdin keystrokes bashoutput killbash killshell'),
  ...named(
    'read',
    'read open goto scroll_up scroll_down read_file read_many_files view viewcode view_image notebookread',
  ),
  ...named('read', 'webfetch web_fetch filemap open_file cat browse browser fetch viewimage'),
  ...named('edit', 'edit write multiedit create write_file replace apply_patch str_replace insert notebookedit patch'),
  ...named('edit', 'edit_file file_change undo_edit write_patch stringreplace createfile insertline replace_in_file'),
  ...named('edit', 'write_to_file create_file undo'),
  ...named('search', 'glob grep find_file search_dir search_file ls list list_directory search_file_content search'),
  ...named('search', 'web_search websearch google_web_search search_class search_method search_method_in_class'),
  ...named('search', 'search_code search_code_in_file search_method_in_file search_class_in_file find semanticsearch'),
  ...named('search', 'findclass findfunction findcodesnippet list_files search_files codesearch list_dir grep_search'),
  ...named('test', 'runtests run_tests'),
  ...named('submit', 'submit finish complete done attempt_completion exit_forfeit mark_task_complete'),
  ...named('spawn', 'task agent spawn_agent delegate agenttool'),
  ...named('think', 'think todowrite todo_write todoread update_plan task_tracker exitplanmode save_memory'),
]);

const editorTools = new Set([
  'str_replace_editor',
  'str_replace_based_edit_tool',
  'text_editor',
  'file_editor',
  'editor',
]);

const editorKinds: ReadonlyMap<string, CallKind> = new Map([
  ['view', 'read'],
  ...named('edit', 'create str_replace insert undo_edit edit write'),
  ...named('search', 'search find'),
]);

/** Arguments under which scaffolds give a shell its command. */
const commandKeys = ['command', 'cmd', 'script', 'keystrokes', 'action', 'commands'];

const fieldOf = (args: unknown, key: string): unknown =>
  typeof args === 'object' && args !== null && Object.hasOwn(args, key) ? (args as Record<string, unknown>)[key] : null;

/** One word of an argument vector, so that it is one word again. */
const quote = (word: string): string => (/^[\w./=:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The script that arguments of a shell tool name; null where they name none. */
const scriptOf = (args: unknown): string | null => {
  const found = typeof args === 'string' ? args : commandKeys.map((key) => fieldOf(args, key)).find((value) => value);
  if (typeof found === 'string') return found;
  if (!Array.isArray(found)) return null;
  return found.map((word) => (typeof word === 'string' ? quote(word) : '')).join(' ');
};

/** `mcp__files__read_file` and `functions.shell` are `read_file` and `shell`. */
const bareName = (name: string): string => {
  const lower = name.toLowerCase();
  return kindsByName.has(lower) ? lower : (lower.split(/__|\./).at(-1) ?? lower);
};

/**
 * What a call does, by the tool's name in the known scaffolds; an editor's `command` and a shell's command decide where
 * the name leaves it open. `args`: the call's arguments as a JSON value, or the command itself. `other` where nothing
 * says it.
 */
export const callKindOf = (name: string, args: unknown): CallKind => {
  const tool = bareName(name);
  if (editorTools.has(tool)) {
    const command = fieldOf(args, 'command');
    return (typeof command === 'string' ? editorKinds.get(command) : undefined) ?? 'other';
  }
  const kind = kindsByName.get(tool) ?? 'other';
  const script = kind === 'shell' ? scriptOf(args) : null;
  return script === null ? kind : shellKind(script);
};
