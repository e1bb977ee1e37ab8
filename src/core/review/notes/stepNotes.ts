import type { StepAnchor } from '../../run/trajectory/stepAnchor';

/** The step a note is on: its trajectory by its path below the folder of the notes, and the step by its bytes. */
export interface NotedStep {
  /** With `/`; absolute where the file lies elsewhere. */
  readonly path: string;
  readonly which: number;
  readonly anchor: StepAnchor;
  /** Line of the step's document from 0, and its text: found again by the text. */
  readonly line: number;
  readonly lineText: string;
}

/** One line of a file of notes. Nothing in it is changed: later lines with the same id say what holds now. */
export type NoteEvent =
  | {
      readonly kind: 'note';
      readonly id: string;
      readonly at: string;
      readonly rater: string;
      readonly on: NotedStep;
      readonly text: string;
    }
  | { readonly kind: 'edit'; readonly id: string; readonly at: string; readonly rater: string; readonly text: string }
  | {
      readonly kind: 'resolve' | 'reopen' | 'delete';
      readonly id: string;
      readonly at: string;
      readonly rater: string;
    };

/** A note as it holds now. */
export interface StepNote {
  readonly id: string;
  readonly rater: string;
  /** When it was made, and last edited; ISO 8601. */
  readonly at: string;
  readonly editedAt: string | null;
  readonly on: NotedStep;
  readonly text: string;
  readonly isResolved: boolean;
}

const changed = (note: StepNote, event: NoteEvent): StepNote | null => {
  if (event.kind === 'edit') return { ...note, text: event.text, editedAt: event.at };
  if (event.kind === 'delete') return null;
  return event.kind === 'note' ? note : { ...note, isResolved: event.kind === 'resolve' };
};

/** What holds after all events, in the order in which the notes were made. */
export const foldNotes = (events: readonly NoteEvent[]): readonly StepNote[] => {
  const notes = new Map<string, StepNote>();
  for (const event of events) {
    const before = notes.get(event.id);
    if (before === undefined) {
      if (event.kind === 'note') notes.set(event.id, { ...event, editedAt: null, isResolved: false });
      continue;
    }
    const after = changed(before, event);
    if (after === null) notes.delete(event.id);
    else notes.set(event.id, after);
  }
  return [...notes.values()];
};

/** The line of a document at which a note stands: its own where it is still the same, else the nearest such; null: none. */
export const lineOfNote = ({ line, lineText }: NotedStep, lines: readonly string[]): number | null => {
  let best: number | null = null;
  for (const [at, text] of lines.entries())
    if (text === lineText && (best === null || Math.abs(at - line) < Math.abs(best - line))) best = at;
  return best;
};
