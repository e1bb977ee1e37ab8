import type { ForkParent } from '../../core/run/record/runRecord';

/** How the files of a fork's sandbox came into the parent's state. */
export interface ForkState {
  /** `patch`: one that is exactly known; `replay`: the recorded commands were run again. Null: not prepared yet. */
  readonly by: 'patch' | 'replay' | null;
  /** Whether it is known to be the parent's, as far as its record tells. */
  readonly exact: boolean;
  /** A sentence or two. */
  readonly words: string;
}

/** What a fork keeps of where it came from: in `run.json` and in `info.touchstone.parent` of its trajectory. */
export interface ForkOrigin extends ForkParent {
  /** Calls and dollars of the steps that were taken over; the totals of the fork's trajectory hold them, its run's don't. Null: unknown. */
  readonly calls: number;
  readonly costUsd: number | null;
  /** What is other than in the parent. */
  readonly change: 'none' | 'hint' | 'reply';
  /** `raw`: as its file has them; `told`: told again, for another format keeps them in another form. */
  readonly messages: 'raw' | 'told';
  /** Filled in when the sandbox is prepared. */
  state: ForkState;
}
