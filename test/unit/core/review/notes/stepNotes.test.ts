import { describe, expect, it } from 'vitest';
import { readNoteEvents } from '../../../../../src/core/review/notes/noteLines';
import { foldNotes, lineOfNote, type NoteEvent } from '../../../../../src/core/review/notes/stepNotes';

const on = {
  ...{ path: 'a.traj', which: 0, line: 3, lineText: 'x' },
  anchor: { hash: 'h', bytes: 10, idx: 4, start: 0 },
};
const event = (kind: NoteEvent['kind'], id = 'n1', text = 'T'): NoteEvent =>
  ({ kind, id, at: '2025-01-01T00:00:00Z', rater: 'r1', ...(kind === 'note' ? { on } : {}), text }) as NoteEvent;

describe('notes on steps', () => {
  it('hold as their events say, the latest last', () => {
    const [note] = foldNotes([event('note'), event('edit', 'n1', 'U'), event('resolve'), event('note', 'n2')]);
    expect(note).toMatchObject({ text: 'U', isResolved: true, editedAt: '2025-01-01T00:00:00Z' });
    expect(foldNotes([event('note'), event('resolve'), event('reopen')])[0]?.isResolved).toBe(false);
    expect(foldNotes([event('note'), event('delete'), event('edit')])).toEqual([]);
    expect(foldNotes([event('edit', 'never made')])).toEqual([]);
  });

  it('are read line by line; a torn or strange line takes none of the others with it', () => {
    const lines = [event('note'), event('edit', 'n1', 'U')].map((one) => JSON.stringify(one));
    const { events, leftOut } = readNoteEvents(`${lines[0]}\n{"kind":"new"}\n${lines[1]}\n{"kind":"no`);
    expect(events.map(({ kind }) => kind)).toEqual(['note', 'edit']);
    expect(leftOut).toBe(2);
  });

  it('stand at their line by its text, or are drifted', () => {
    expect(lineOfNote(on, ['a', 'b', 'c', 'x', 'x'])).toBe(3);
    expect(lineOfNote(on, ['x', 'b', 'c', 'd', 'e', 'x'])).toBe(5);
    expect(lineOfNote(on, ['a'])).toBeNull();
  });
});
