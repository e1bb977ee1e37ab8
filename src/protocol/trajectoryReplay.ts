import type { Repeated } from '../core/run/trajectory/replay/replayRecord';
import type { RunSettings } from './evaluate';
import type { TrajectoryRef } from './trajectory';

/** How one step came out when it was run again. */
export interface ReplayMark {
  readonly idx: number;
  readonly kind: Repeated['kind'];
  /** In a line. */
  readonly words: string;
}

/** A replay as it is told on a page. */
export interface ShownReplay {
  /** `Replayed 8 of 8 steps; parted at step 7.` */
  readonly summary: string;
  readonly finalPatch: { readonly kind: Repeated['kind']; readonly words: string };
  /** First step from which on diffs are approximate; null: none is. */
  readonly inexactFrom: number | null;
  /** Steps with calls, in the order in which they were run. */
  readonly steps: readonly ReplayMark[];
}

/** Which of the texts that differ: those of a step, from 1, or of the final patch. */
export type ReplayedText = number | 'patch';

/** What the worker offers of replays. */
export type TrajectoryReplayApi = {
  /** Runs the trajectory's commands again in a container, and keeps what was seen. */
  replayTrajectory(
    q: TrajectoryRef & {
      readonly task: string;
      readonly settings: Pick<RunSettings, 'endpoint' | 'images' | 'repositories' | 'imageBudget'>;
    },
  ): Promise<{ readonly replay: ShownReplay; readonly notes: readonly string[] }>;
  /** The replay of the file as it stands now; null: none is kept. */
  trajectoryReplay(q: TrajectoryRef): Promise<ShownReplay | null>;
  /** What was recorded and what is seen, where they parted; null: they did not. */
  trajectoryReplayTexts(
    q: TrajectoryRef & { readonly of: ReplayedText },
  ): Promise<{ readonly recorded: string; readonly seen: string } | null>;
};

/** What the extension host offers of replays to the page of a trajectory. */
export type TrajectoryReplayHostApi = {
  replay(q: { readonly which: number }): Promise<ShownReplay | null>;
  /** Both texts side by side in VS Code's diff editor. */
  openReplayed(q: { readonly which: number; readonly of: ReplayedText }): Promise<null>;
};
