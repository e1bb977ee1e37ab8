import type { HunkMap } from '../core/patch/hunkMap';
import type { MapPosition } from '../core/patch/hunkStops';
import type { NotShown } from './evidencePages';

/** Paths of files that were on screen, and of those that the person marked as viewed. */
export interface FileMarks {
  readonly opened: readonly string[];
  readonly viewed: readonly string[];
}

export type HunkMapShown =
  | NotShown
  | {
      readonly kind: 'map';
      /** What is looked at, as other surfaces name it. */
      readonly item: string;
      readonly map: HunkMap;
      readonly marks: FileMarks;
      /** Why gold isn't in it; null where it is, or there is none. */
      readonly goldHidden: { readonly title: string; readonly rule: string } | null;
      /** So many files that each is opened when it is asked for, and folded before. */
      readonly isLong: boolean;
      /** Where the person stands; null: nowhere yet. */
      readonly here: MapPosition | null;
    };

/** What the host offers to the hunk map. */
export type HunkMapHostApi = {
  load(none: undefined): Promise<HunkMapShown>;
  /** Shows the place in the native diff; `takesKeys` gives the keyboard to it. */
  go(q: { readonly to: MapPosition; readonly takesKeys: boolean }): Promise<null>;
  /** The row at which the keyboard stands: from there the commands go on. */
  at(q: { readonly to: MapPosition }): Promise<null>;
  /** Gives the keyboard back to the editor. */
  back(none: undefined): Promise<null>;
  focusChanged(q: { readonly keys: boolean }): Promise<null>;
};

/** What the hunk map offers to the host. */
export type HunkMapViewApi = {
  show(shown: HunkMapShown): null;
  /** The person went elsewhere in the diff. */
  here(q: { readonly to: MapPosition }): null;
  marked(marks: FileMarks): null;
};
