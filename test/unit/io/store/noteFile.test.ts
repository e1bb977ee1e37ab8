import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NoteEvent } from '../../../../src/core/review/notes/notes';
import { appendNote, readAllNotes, readNotes } from '../../../../src/io/store/noteFile';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const note = (id: string): NoteEvent => ({
  ...{ kind: 'note', id, at: '2025-01-01T00:00:00Z', rater: 'r1', text: 'Wrong file' },
  on: {
    kind: 'step',
    path: 'a.traj',
    which: 0,
    line: 0,
    lineText: '',
    before: null,
    after: null,
    anchor: { hash: 'h', bytes: 1, idx: 1, start: 0 },
  },
});

describe('a file of notes', () => {
  it('only grows, and goes on after a line that a crash tore', async () => {
    const notes = join(folder.path, 'notes');
    expect(await readNotes(notes, 'r1')).toEqual([]);
    await appendNote(notes, note('n1'));
    appendFileSync(join(notes, 'r1.jsonl'), '{"kind":"no');
    await appendNote(notes, note('n2'));
    expect((await readNotes(notes, 'r1')).map(({ id }) => id)).toEqual(['n1', 'n2']);
    const before = readFileSync(join(notes, 'r1.jsonl'), 'utf8');
    await appendNote(notes, { kind: 'delete', id: 'n1', at: '2025-01-01T00:00:00Z', rater: 'r1' });
    expect(readFileSync(join(notes, 'r1.jsonl'), 'utf8').startsWith(before)).toBe(true);
    expect((await readNotes(notes, 'r1')).map(({ id }) => id)).toEqual(['n2']);
  });

  it('takes no rater that leads out of its folder', async () => {
    await expect(readNotes(folder.path, '../r1')).rejects.toThrow("can't name a file");
  });

  it('of every rater are read together, and lines that are no notes are counted by file', async () => {
    const notes = join(folder.path, 'notes');
    await appendNote(notes, note('n1'));
    await appendNote(notes, { ...note('n2'), rater: 'amber' });
    appendFileSync(join(notes, 'amber.jsonl'), 'no note\n');
    const { notes: all, leftOut } = await readAllNotes(notes);
    expect(all.map(({ id }) => id)).toEqual(['n2', 'n1']);
    expect(leftOut).toEqual([{ file: 'amber.jsonl', lines: 1 }]);
    expect(await readAllNotes(join(folder.path, 'none'))).toEqual({ notes: [], leftOut: [] });
  });
});
