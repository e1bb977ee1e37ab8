import type { TrajectoryRef } from './trajectory';
import type { ShownAlignment } from './trajectoryAlignment';

/** Which two; kept by the page over a reload. */
export interface TrajectoryPair {
  readonly a: TrajectoryRef;
  readonly b: TrajectoryRef;
}

export type AlignmentReply =
  | { readonly kind: 'alignment'; readonly shown: ShownAlignment }
  | { readonly kind: 'none'; readonly message: string };

/** What the extension host offers to the page of two trajectories. */
export type AlignmentHostApi = {
  /** Without a pair of its own the page asks for the one that the panel was opened with. */
  load(q: { readonly pair: TrajectoryPair | null }): Promise<AlignmentReply>;
  /** Opens a step in the trajectory's editor, beside. */
  openStep(q: TrajectoryRef & { readonly step: number }): Promise<null>;
  /** The files as they stood after these steps, side by side in VS Code's own comparison. */
  files(q: TrajectoryPair & { readonly stepA: number; readonly stepB: number }): Promise<null>;
  focusChanged(q: { readonly keys: boolean }): Promise<null>;
};

/** What the page of two trajectories offers to the extension host. */
export type AlignmentViewApi = {
  show(q: TrajectoryPair): null;
  /** A letter that is bound to the page, as `keys.ts` of the page lists them. */
  press(q: { readonly key: string }): null;
};
