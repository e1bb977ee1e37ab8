import type { RunColumn } from '../core/study/runColumns';
import type { ComparedFilter } from '../core/study/runComparison';
import type { ComparedWindow, ShownComparison } from './matrix';

/** Which two runs; kept by the page over a reload. */
export interface RunsPlace {
  readonly a: string;
  readonly b: string;
}

export type RunsReply =
  | { readonly kind: 'comparison'; readonly shown: ShownComparison; readonly columns: readonly RunColumn[] }
  | { readonly kind: 'none'; readonly message: string };

/** What the extension host offers to the page of two runs. */
export type RunsHostApi = {
  /** Without a place of its own the page asks for the pair that the panel was opened with. */
  load(q: { readonly place: RunsPlace | null }): Promise<RunsReply>;
  /** Reads the logs; progress and Cancel are VS Code's own. Cancelled: the comparison as it was. */
  readLogs(q: RunsPlace): Promise<RunsReply>;
  window(
    q: RunsPlace & { readonly filter: ComparedFilter; readonly from: number; readonly count: number },
  ): Promise<ComparedWindow>;
  open(q: {
    readonly what: 'review' | 'instance' | 'log';
    readonly instanceId: string;
    readonly runKey: string;
    readonly line: number | null;
  }): Promise<null>;
  save(q: RunsPlace & { readonly as: 'csv' | 'svg'; readonly how: 'file' | 'clipboard' }): Promise<null>;
  /** Chooses two other runs. */
  choose(none: undefined): Promise<null>;
  focusChanged(q: { readonly keys: boolean }): Promise<null>;
};

/** What the page of two runs offers to the extension host. */
export type RunsViewApi = {
  show(q: RunsPlace): null;
  /** The study has changed. */
  changed(none: undefined): null;
  /** A letter that is bound to the page: o, t, s, l, x. */
  press(q: { readonly key: string }): null;
};
