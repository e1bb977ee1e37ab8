import type { StepAnchor } from '../../run/trajectory/stepAnchor';

/** The line that a note is on, from 0, its text and that of the lines beside it: found again by the texts. */
export interface NotedLine {
  readonly line: number;
  readonly lineText: string;
  /** Empty where there is no such line; null in notes of before these were kept. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A step: its trajectory by its path below the folder of the notes, and the step by its bytes. */
export interface NotedStep extends NotedLine {
  readonly kind: 'step';
  /** With `/`; absolute where the file lies elsewhere. */
  readonly path: string;
  readonly which: number;
  readonly anchor: StepAnchor;
}

/** One side of a comparison: a file of an instance as it is at base, with the gold patch or with a model's. */
export interface NotedSide extends NotedLine {
  readonly kind: 'side';
  readonly instanceId: string;
  /** Path in the repository. */
  readonly path: string;
  readonly side: 'base' | 'gold' | 'model';
  /** SHA-256 of the model patch, lower-case hex; null on the other sides. It joins, whatever the run is called. */
  readonly patch: string | null;
}

/** The test output of an evaluation, by its folder below that of the study. */
export interface NotedLog extends NotedLine {
  readonly kind: 'log';
  readonly instanceId: string;
  readonly folder: string;
}

export type NotedPlace = NotedStep | NotedSide | NotedLog;

/** One line of a file of notes. Nothing in it is changed: later lines with the same id say what holds now. */
export type NoteEvent =
  | {
      readonly kind: 'note';
      readonly id: string;
      readonly at: string;
      readonly rater: string;
      readonly on: NotedPlace;
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
export interface Note<Place extends NotedPlace = NotedPlace> {
  readonly id: string;
  readonly rater: string;
  /** When it was made, and last edited; ISO 8601. */
  readonly at: string;
  readonly editedAt: string | null;
  readonly on: Place;
  readonly text: string;
  readonly isResolved: boolean;
}

const changed = (note: Note, event: NoteEvent): Note | null => {
  if (event.kind === 'edit') return { ...note, text: event.text, editedAt: event.at };
  if (event.kind === 'delete') return null;
  return event.kind === 'note' ? note : { ...note, isResolved: event.kind === 'resolve' };
};

const begun = ({ id, rater, at, on, text }: Extract<NoteEvent, { kind: 'note' }>): Note => ({
  ...{ id, rater, at, editedAt: null, on, text, isResolved: false },
});

/** What holds after all events, in the order in which the notes were made. */
export const foldNotes = (events: readonly NoteEvent[]): readonly Note[] => {
  const notes = new Map<string, Note>();
  for (const event of events) {
    const before = notes.get(event.id);
    if (before === undefined) {
      if (event.kind === 'note') notes.set(event.id, begun(event));
      continue;
    }
    const after = changed(before, event);
    if (after === null) notes.delete(event.id);
    else notes.set(event.id, after);
  }
  return [...notes.values()];
};

/** Notes on steps alone. */
export const isOnStep = (note: Note): note is Note<NotedStep> => note.on.kind === 'step';

/** How many of the lines beside it are the same. */
const likeness = ({ before, after }: NotedLine, lines: readonly string[], at: number): number =>
  Number((lines[at - 1] ?? '') === before) + Number((lines[at + 1] ?? '') === after);

/**
 * The line of a document, from 0, at which a note stands: of those with its text the one with most of the same lines
 * beside it, then the nearest. Null: none has its text, the note has drifted.
 */
export const lineOfNote = (noted: NotedLine, lines: readonly string[]): number | null => {
  let best: { readonly at: number; readonly alike: number; readonly far: number } | null = null;
  for (const [at, text] of lines.entries()) {
    if (text !== noted.lineText) continue;
    const found = { at, alike: likeness(noted, lines, at), far: Math.abs(at - noted.line) };
    const isBetter = best === null || found.alike > best.alike || (found.alike === best.alike && found.far < best.far);
    if (isBetter) best = found;
  }
  return best?.at ?? null;
};

/** The place of a line as a note keeps it. */
export const notedLine = (lines: readonly string[], line: number): NotedLine => ({
  line,
  lineText: lines[line] ?? '',
  before: lines[line - 1] ?? '',
  after: lines[line + 1] ?? '',
});

const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** Where a note is, in a few words; the text of no line in it. */
export const placeWords = (on: NotedPlace): string => {
  if (on.kind === 'step') return `Step ${on.anchor.idx} of ${nameOf(on.path)}`;
  if (on.kind === 'log') return `Test output line ${on.line + 1}`;
  const sides = { base: 'base', gold: 'gold', model: 'patch' };
  return `${nameOf(on.path)} line ${on.line + 1}, ${sides[on.side]}`;
};
