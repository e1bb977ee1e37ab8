import type { FileEdit } from './fileEdit';
import type { PatchChunk } from './patchChunks';

interface ChunkDraft {
  readonly anchors: string[];
  readonly before: string[];
  readonly after: string[];
  atEnd: boolean;
}

const newChunk = (): ChunkDraft => ({ anchors: [], before: [], after: [], atEnd: false });

const isEmpty = (chunk: ChunkDraft): boolean => chunk.before.length === 0 && chunk.after.length === 0;

const addLine = (chunk: ChunkDraft, line: string): boolean => {
  const [sign, text] = [line[0] ?? ' ', line.slice(1)];
  if (sign !== ' ' && sign !== '+' && sign !== '-') return false;
  if (sign !== '+') chunk.before.push(text);
  if (sign !== '-') chunk.after.push(text);
  return true;
};

const anchorOf = (line: string): string | null => (line.startsWith('@@ ') ? line.slice(3) : null);

/** The chunks of one update; null where a line is none of the form. */
const chunksOf = (lines: readonly string[]): readonly PatchChunk[] | null => {
  const chunks = [newChunk()];
  for (const line of lines) {
    let chunk = chunks.at(-1) ?? newChunk();
    if (line === '@@' || line.startsWith('@@ ')) {
      if (!isEmpty(chunk)) {
        chunk = newChunk();
        chunks.push(chunk);
      }
      const anchor = anchorOf(line);
      if (anchor !== null) chunk.anchors.push(anchor);
    } else if (line === '*** End of File') chunk.atEnd = true;
    else if (!addLine(chunk, line)) return null;
  }
  return chunks.some(isEmpty) ? null : chunks;
};

const heading = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

const addedText = (lines: readonly string[]): string | null =>
  lines.every((line) => line.startsWith('+')) ? lines.map((line) => `${line.slice(1)}\n`).join('') : null;

const editOf = (action: string, path: string, body: readonly string[]): FileEdit | null => {
  if (action === 'Delete') return body.length === 0 ? { kind: 'delete', path } : null;
  if (action === 'Add') {
    const text = addedText(body);
    return text === null ? null : { kind: 'write', path, text };
  }
  const move = /^\*\*\* Move to: (.+)$/.exec(body[0] ?? '');
  const rest = move ? body.slice(1) : body;
  const chunks = move && rest.length === 0 ? [] : chunksOf(rest);
  return chunks === null ? null : { kind: 'chunks', path, chunks, movedTo: move?.[1] ?? null };
};

/**
 * The edits of a `*** Begin Patch` body, as Codex's `apply_patch` takes it; null where the text is none, or any part of
 * it doesn't keep to the form (the tool might have read it otherwise).
 */
export const readPatchBody = (text: string): readonly FileEdit[] | null => {
  const lines = text.trim().split(/\r?\n/);
  if (lines[0] !== '*** Begin Patch' || lines.at(-1) !== '*** End Patch') return null;
  const starts = lines.flatMap((line, index) => (heading.test(line) ? index : []));
  if (starts.length === 0 || starts[0] !== 1) return null;
  const edits: FileEdit[] = [];
  for (const [order, start] of starts.entries()) {
    const [, action = '', path = ''] = heading.exec(lines[start] ?? '') ?? [];
    const edit = editOf(action, path, lines.slice(start + 1, starts[order + 1] ?? lines.length - 1));
    if (edit === null) return null;
    edits.push(edit);
  }
  return edits;
};
