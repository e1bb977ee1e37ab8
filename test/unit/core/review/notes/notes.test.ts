import { describe, expect, it } from 'vitest';
import { readNoteEvents } from '../../../../../src/core/review/notes/noteLines';
import {
  foldNotes,
  lineOfNote,
  type NotedPlace,
  type NoteEvent,
  notedLine,
  placeWords,
} from '../../../../../src/core/review/notes/notes';

const on = {
  ...{ kind: 'step' as const, path: 'a.traj', which: 0, line: 3, lineText: 'x', before: null, after: null },
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

  it('stand at the one of equal lines that has the same lines beside it, however far', () => {
    const lines = ['x', 'a', 'x', 'b', 'x', 'c'];
    const noted = notedLine(lines, 4);
    expect(lineOfNote(noted, lines)).toBe(4);
    expect(lineOfNote(noted, ['new', 'new', ...lines])).toBe(6);
    expect(lineOfNote({ ...noted, line: 0 }, lines)).toBe(4);
  });

  it('of before there were other places than steps are on steps', () => {
    const { kind: _kind, before: _before, after: _after, ...old } = on;
    const { events } = readNoteEvents(JSON.stringify({ ...event('note'), on: old }));
    expect(foldNotes(events).map((note) => note.on)).toEqual([on]);
  });

  it('on sides and on test output come back as they were written', () => {
    const line = notedLine(['a', 'b'], 1);
    const places: NotedPlace[] = [
      { kind: 'side', instanceId: 'o__n-1', path: 'src/a.ts', side: 'model', patch: 'f'.repeat(64), ...line },
      { kind: 'log', instanceId: 'o__n-1', folder: 'logs/run_evaluation/r/m/o__n-1', ...line },
    ];
    const lines = places.map((place) => JSON.stringify({ ...event('note'), on: place }));
    expect(readNoteEvents(lines.join('\n')).events.map((read) => read.kind === 'note' && read.on)).toEqual(places);
    expect(places.map(placeWords)).toEqual(['a.ts line 2, patch', 'Test output line 2']);
  });
});
