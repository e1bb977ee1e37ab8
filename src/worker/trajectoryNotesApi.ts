import { findAnchor } from '../app/trajectory/stepAnchor';
import { isOnStep } from '../core/review/notes/notes';
import type { Sha256 } from '../core/shared/hash';
import { appendNote, readNotes } from '../io/store/noteFile';
import type { PlacedNote, TrajectoryNotesApi } from '../protocol/trajectoryNotes';
import type { TrajectoryReadings } from './trajectoryReadings';

/** Notes on steps: kept line by line, placed by what their steps hold. */
export const trajectoryNotesApi = (readings: TrajectoryReadings, sha256: Sha256): TrajectoryNotesApi => ({
  stepNotes: ({ folder, rater }) => readNotes(folder, rater),
  trajectoryNotes: async ({ store, ref, path }) => {
    const notes = (await readNotes(store.folder, store.rater))
      .filter(isOnStep)
      .filter(({ on }) => on.path === path && on.which === ref.which);
    if (notes.length === 0) return [];
    const { opened } = await readings.whole(ref, new AbortController().signal);
    const placed: PlacedNote[] = [];
    for (const note of notes) placed.push({ note, idx: (await findAnchor(opened, sha256, note.on.anchor))?.idx ?? 0 });
    return placed;
  },
  writeNote: async ({ folder, event }) => {
    await appendNote(folder, event);
    return null;
  },
});
