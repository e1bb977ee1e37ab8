import type { InstancePage } from '../core/study/page/instancePage';
import type { NotShown } from './evidencePages';
import type { JudgeAnswers } from './judges';

export type PageAction =
  | 'workspace'
  | 'evaluate'
  | 'run'
  | 'compare'
  | 'judge'
  | 'judgeInstance'
  | 'log'
  | 'trajectory'
  | 'trajectories'
  | 'link'
  | 'raw'
  | 'statement'
  | 'goldPatch'
  | 'testPatch'
  | 'modelPatch'
  | 'evalScript'
  | 'testing'
  | 'correctLabel';

/** A verdict that stands on a row, as far as it may be seen. */
export interface EarlierVerdict {
  readonly rater: string;
  readonly isYours: boolean;
  /** `right`; words where it is none. */
  readonly overall: string;
  /** RFC 3339. */
  readonly at: string;
}

/** What judges and people say of a row. */
export interface RowSays {
  readonly runKey: string;
  readonly label: string;
  readonly judges: Extract<NotShown, { kind: 'hidden' }> | Extract<JudgeAnswers, { kind: 'shown' }>;
  readonly verdicts: readonly EarlierVerdict[];
}

export type ShownPage = InstancePage | { readonly error: string };

/** What the extension host offers to the page of an instance. */
export type PageHostApi = {
  /** The page, and the row to begin with where the person came by one. */
  load(none: undefined): Promise<{ readonly page: ShownPage; readonly runKey: string | null }>;
  /** A button, a key or a link; `line` for a log line, `runKey` for the selected row. */
  act(q: {
    readonly action: PageAction;
    readonly runKey: string | null;
    readonly line: number | null;
    /** Whose log is meant, from 1; null: the first that there is. */
    readonly repeat: number | null;
  }): Promise<null>;
  /** The selected row, for commands of the palette and keys. */
  selected(q: { readonly runKey: string | null }): Promise<null>;
  /** What is said of one row; null where it is no prediction, or gone. Asked row by row, after the page. */
  said(q: { readonly runKey: string }): Promise<RowSays | null>;
  focusChanged(q: { readonly keys: boolean }): Promise<null>;
};

/** What the page offers to the extension host. */
export type PageViewApi = {
  show(page: ShownPage): null;
  /** The page is open already and the person comes back by another row. */
  select(q: { readonly runKey: string }): null;
};
