import * as z from 'zod/mini';
import type { NoteEvent } from './stepNotes';

const whole = z.int().check(z.minimum(0));
const anchor = z.object({ hash: z.string(), bytes: whole, idx: whole, start: whole });
const on = z.object({ path: z.string(), which: whole, anchor, line: whole, lineText: z.string() });
const common = { id: z.string(), at: z.string(), rater: z.string() };
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), ...common, on, text: z.string() }),
  z.object({ kind: z.literal('edit'), ...common, text: z.string() }),
  z.object({ kind: z.enum(['resolve', 'reopen', 'delete']), ...common }),
]);

/** The events of a file of notes; lines that are none (a torn last one, ones of a later version) are counted. */
export const readNoteEvents = (text: string): { readonly events: readonly NoteEvent[]; readonly leftOut: number } => {
  const events: NoteEvent[] = [];
  let leftOut = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const read = event.safeParse(JSON.parse(line));
      if (read.success) events.push(read.data);
      else leftOut += 1;
    } catch {
      leftOut += 1;
    }
  }
  return { events, leftOut };
};
