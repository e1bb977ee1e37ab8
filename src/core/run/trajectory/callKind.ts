import type { CallKind } from './step';

/** Tools of the known scaffolds whose name alone says what they do, in lower case. */
const kindsByName: ReadonlyMap<string, CallKind> = new Map([
  ['bash', 'shell'],
  ['execute_bash', 'shell'],
  ['terminal', 'shell'],
  ['shell', 'shell'],
  ['exec_command', 'shell'],
  ['run_shell_command', 'shell'],
  ['local_shell_call', 'shell'],
  ['read', 'read'],
  ['open', 'read'],
  ['read_file', 'read'],
  ['view', 'read'],
  ['edit', 'edit'],
  ['write', 'edit'],
  ['multiedit', 'edit'],
  ['create', 'edit'],
  ['write_file', 'edit'],
  ['replace', 'edit'],
  ['apply_patch', 'edit'],
  ['str_replace', 'edit'],
  ['insert', 'edit'],
  ['glob', 'search'],
  ['grep', 'search'],
  ['find_file', 'search'],
  ['search_dir', 'search'],
  ['search_file', 'search'],
  ['submit', 'submit'],
  ['finish', 'submit'],
  ['task', 'spawn'],
  ['agent', 'spawn'],
  ['think', 'think'],
]);

/** What a tool of this name does; `other` where the name does not say. */
export const callKindOfName = (name: string): CallKind => kindsByName.get(name.toLowerCase()) ?? 'other';
