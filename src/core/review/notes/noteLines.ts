import * as z from 'zod/mini';
import type { NoteEvent } from './notes';

const whole = z.int().check(z.minimum(0));
/** The lines beside came later than the notes. */
const beside = z._default(z.nullable(z.string()), null);
const place = { line: whole, lineText: z.string(), before: beside, after: beside };
const anchor = z.object({ hash: z.string(), bytes: whole, idx: whole, start: whole });
/** A place without its kind is a step: there was nothing else to note on. */
const step = z.object({
  kind: z._default(z.literal('step'), 'step'),
  path: z.string(),
  which: whole,
  anchor,
  ...place,
});
const side = z.object({
  kind: z.literal('side'),
  instanceId: z.string(),
  path: z.string(),
  side: z.enum(['base', 'gold', 'model']),
  patch: z.nullable(z.string()),
  ...place,
});
const log = z.object({ kind: z.literal('log'), instanceId: z.string(), folder: z.string(), ...place });
const on = z.union([side, log, step]);
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
