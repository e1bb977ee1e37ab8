import { parsePatch } from '../../../patch/parsePatch';
import { pathOf } from '../../../patch/patch';
import { booleanAt, fieldsAt, isFields, listAt, numberAt, textAt } from '../fields';
import type { FileEdit } from './fileEdit';
import { readPatchBody } from './patchBody';

/** Edits in a call's arguments; null where they can't be read exactly. */
type Edits = readonly FileEdit[] | null;

const firstText = (args: unknown, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const found = textAt(args, key);
    if (found !== null) return found;
  }
  return null;
};

const pathIn = (args: unknown): string | null =>
  firstText(args, ['file_path', 'filePath', 'path', 'filename', 'absolute_path']) || null;

/** A whole number, also as a text of digits (arguments that stood on a command line). */
const wholeAt = (args: unknown, key: string): number | null => {
  const text = textAt(args, key);
  const number = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : numberAt(args, key);
  return number !== null && Number.isInteger(number) ? number : null;
};

const write = (path: string | null, text: string | null): Edits =>
  path === null || text === null ? null : [{ kind: 'write', path, text }];

const countOf = (args: unknown): number | null => {
  if (booleanAt(args, 'replace_all') || booleanAt(args, 'replaceAll') || booleanAt(args, 'allow_multiple')) return null;
  return wholeAt(args, 'expected_replacements') ?? 1;
};

const replaceEdit = (path: string | null, args: unknown): FileEdit | null => {
  const old = firstText(args, ['old_string', 'oldString', 'old_str']);
  const next = firstText(args, ['new_string', 'newString', 'new_str']);
  return path === null || old === null || next === null
    ? null
    : { kind: 'replace', path, old, next, count: countOf(args) };
};

/** The commands of the editor tools that descend from `str_replace_editor`. */
const editorEdits = (command: string | null, path: string, args: unknown): Edits => {
  if (command === 'create') return write(path, textAt(args, 'file_text'));
  if (command === 'undo_edit') return [{ kind: 'undo', path }];
  if (command === 'str_replace') {
    const old = textAt(args, 'old_str');
    return old === null ? null : [{ kind: 'replace', path, old, next: textAt(args, 'new_str') ?? '', count: 1 }];
  }
  const [after, text] = [wholeAt(args, 'insert_line'), firstText(args, ['new_str', 'insert_text'])];
  return command !== 'insert' || after === null || text === null ? null : [{ kind: 'insert', path, after, text }];
};

const manyEdits = (path: string | null, args: unknown): Edits => {
  const edits = listAt(args, 'edits').map((each) => replaceEdit(path, each));
  return edits.length > 0 && edits.every((edit) => edit !== null) ? edits : null;
};

/** The edits of a unified diff with file headers; null where it holds something that text alone can't say. */
export const editsOfDiff = (text: string): Edits => {
  const patch = parsePatch(text);
  if (!patch.isPatch) return null;
  const plain = patch.files.every((file) => file.unsafe === null && file.binary === null && file.kind !== 'copied');
  if (!plain) return null;
  return patch.files.map((file) => ({
    kind: 'diff',
    path: file.oldPath ?? pathOf(file),
    file,
    movedTo: file.kind === 'renamed' ? file.newPath : null,
  }));
};

const patchEdits = (text: string): Edits => readPatchBody(text) ?? editsOfDiff(text);

/** Codex's `changes`: per path what was added, deleted, or a diff without file headers. */
const changeEdit = (path: string, change: unknown): FileEdit | null => {
  const type = textAt(change, 'type') ?? (isFields(change) ? (Object.keys(change)[0] ?? '') : '');
  const body = fieldsAt(change, type) ?? change;
  if (type === 'delete') return { kind: 'delete', path };
  const content = textAt(body, 'content');
  if (type === 'add') return content === null ? null : { kind: 'write', path, text: content };
  const diff = textAt(body, 'unified_diff');
  if (type !== 'update' || diff === null || /[\n"\\]/.test(path)) return null;
  const name = path.replace(/^\/+/, '');
  const file = parsePatch(`--- a/${name}\n+++ b/${name}\n${diff}`).files[0];
  return file === undefined ? null : { kind: 'diff', path, file, movedTo: textAt(body, 'move_path') };
};

const changesEdits = (changes: Readonly<Record<string, unknown>>): Edits => {
  const edits = Object.entries(changes).map(([path, change]) => changeEdit(path, change));
  return edits.length > 0 && edits.every((edit) => edit !== null) ? edits : null;
};

/**
 * The exact edits that an edit tool's arguments say, in order; null where they don't say them exactly. `openFile`: the
 * file that a windowed editor has open, `total` the lines that it says the file has afterwards.
 */
export const editsOfArguments = (args: unknown, openFile: string | null, total: number | null): Edits => {
  const body = typeof args === 'string' ? args : firstText(args, ['input', 'patch', 'patchText', 'patch_text', 'diff']);
  if (body !== null) return patchEdits(body);
  const changes = fieldsAt(args, 'changes');
  if (changes !== null) return changesEdits(changes);
  const [path, command] = [pathIn(args), textAt(args, 'command')];
  if (path !== null && command !== null) return editorEdits(command, path, args);
  if (listAt(args, 'edits').length > 0) return manyEdits(path, args);
  const [from, to] = [wholeAt(args, 'start_line'), wholeAt(args, 'end_line')];
  const lines = textAt(args, 'replacement_text');
  if (from !== null && to !== null && lines !== null)
    return openFile === null ? null : [{ kind: 'lines', path: openFile, from, to, text: lines, total }];
  const replaced = replaceEdit(path, args);
  return replaced === null ? write(path, firstText(args, ['content', 'file_text', 'contents'])) : [replaced];
};
