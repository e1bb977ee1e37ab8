import type { TrajectoryRef } from './trajectory';
import type { TableRows, TableTarget } from './trajectoryTable';

/** What the extension host offers to the page of trajectories. */
export type TrajectoriesHostApi = {
  /** Begins to read. Without a target of its own the page asks for the one that the panel was opened with. */
  load(q: { readonly target: TableTarget | null }): Promise<TableTarget | null>;
  /** The next rows from `from` on; null where the table is kept no more: load it again. */
  rows(q: { readonly age: number; readonly from: number }): Promise<TableRows | null>;
  /** `raw`: the file as text. */
  open(q: TrajectoryRef & { readonly what: 'trajectory' | 'raw' }): Promise<null>;
  openInstance(q: { readonly instanceId: string }): Promise<null>;
  /** Side by side. */
  compare(q: { readonly a: TrajectoryRef; readonly b: TrajectoryRef }): Promise<null>;
  /** Another folder. */
  choose(none: undefined): Promise<null>;
  focusChanged(q: { readonly keys: boolean }): Promise<null>;
};

/** What the page of trajectories offers to the extension host. */
export type TrajectoriesViewApi = {
  show(q: TableTarget): null;
  /** A letter that is bound to the page, as `keys.ts` of the page lists them. */
  press(q: { readonly key: string }): null;
};
