import type { FindQuery } from '../core/run/trajectory/find/findPattern';
import type { TextPart } from '../core/run/trajectory/stepTexts';
import type { FindProgress, RawHits, StepHits } from './trajectoryFind';
import type { ShownInput } from './trajectoryStep';

interface At {
  readonly which: number;
  readonly version: number;
}

type Step = At & { readonly idx: number };

/** What the extension host offers to the step's side of a trajectory's page; null: the file was read anew. */
export type TrajectoryStepHostApi = {
  find(q: At & { readonly query: FindQuery; readonly since: number }): Promise<FindProgress | null>;
  hits(q: Step & { readonly query: FindQuery }): Promise<StepHits | null>;
  rawHits(
    q: At & { readonly query: FindQuery; readonly file: string; readonly start: number; readonly end: number },
  ): Promise<RawHits | null>;
  input(q: Step & { readonly before: number | null }): Promise<ShownInput | null>;
  inputText(
    q: Step & { readonly step: number; readonly nth: number; readonly from: number; readonly count: number },
  ): Promise<string | null>;
  /** A text of a step, all of it, to the clipboard. */
  copyText(q: Step & { readonly part: TextPart }): Promise<null>;
  /** The step as a read-only document of VS Code. */
  openDocument(q: Step): Promise<null>;
  /** Begins a note in the step's document. */
  addNote(q: Step): Promise<null>;
  /** The steps with a note, in order, each as often as it has notes. */
  notes(q: { readonly which: number }): Promise<readonly number[]>;
  /** A link to the step, to the clipboard. */
  copyLink(q: Step): Promise<null>;
  /** A file that the step touched; asks which of several. */
  openTouched(q: Step): Promise<null>;
};
