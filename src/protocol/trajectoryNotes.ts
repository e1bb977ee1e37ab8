import type { Note, NoteEvent } from '../core/review/notes/notes';
import type { TrajectoryRef } from './trajectory';

/** Whose notes, and in which folder they are kept. */
export interface NoteStore {
  /** Folder of the notes: below the study's `.touchstone`, else the editor's own storage. */
  readonly folder: string;
  readonly rater: string;
}

/** A note with the step on which it stands now; `idx` 0: no step has the bytes that it was made on. */
export interface PlacedNote {
  readonly note: Note;
  readonly idx: number;
}

export type TrajectoryNotesApi = {
  /** All notes of the rater, on whatever they are. */
  stepNotes(q: NoteStore): Promise<readonly Note[]>;
  /** Those on one trajectory; `path` is how its notes name it. */
  trajectoryNotes(q: {
    readonly store: NoteStore;
    readonly ref: TrajectoryRef;
    readonly path: string;
  }): Promise<readonly PlacedNote[]>;
  /** Once it is on the disk. */
  writeNote(q: { readonly folder: string; readonly event: NoteEvent }): Promise<null>;
};
