import type { TrajectoryStatus } from '../trajectory/trajectory';

/** `run.json` of a run's folder: what was asked for. What came of it stands in `predictions.jsonl` and `events.jsonl`. */
export interface RunRecord {
  readonly id: string;
  readonly model: string;
  readonly agent: string;
  readonly base: string | null;
  readonly attempt: number;
  /** What follows is there for runs of our own. */
  readonly touchstone?: {
    readonly version: string;
    /** RFC 3339. */
    readonly startedAt: string;
    /** Relative to the folder that has `runs/` where it lies below it, as are files of the model's entry; else absolute. */
    readonly dataset: string;
    readonly backend: 'docker' | 'local';
    /** Ids of all instances that were asked for so far. */
    readonly instances?: readonly string[];
    readonly settings: Readonly<Record<string, unknown>>;
    /** The model's entry as it was asked; no key is in it. */
    readonly entry: Readonly<Record<string, unknown>>;
    /** Where it was forked from. */
    readonly parent: ForkParent | null;
  };
}

export interface ForkParent {
  /** The parent's trajectory, relative to the study's folder where it lies below it. */
  readonly file: string;
  /** Its steps up to this one were taken over (from 1). */
  readonly step: number;
  /** Hash of the parent, as notes and verdicts name it. */
  readonly hash: string;
}

/** What of a sandbox's repository was beyond base's ancestry, and is gone. */
export interface ScrubbedHistory {
  /** Objects that stay: those of HEAD's ancestry, and tags in it. */
  readonly keptObjects: number;
  /** By kind: `commit`, `tag`, `tree`, `blob`. */
  readonly removedObjects: Readonly<Record<string, number>>;
  /** `3 branches`, `reflogs`, `FETCH_HEAD`, `alternates /opt/mirror.git/objects`; empty: nothing was found. */
  readonly removed: readonly string[];
  /** Commits of HEAD's ancestry that base's hasn't: the image's own, at most one. Null: base is not in the repository. */
  readonly ownCommits: number | null;
}

/** A line of `events.jsonl`, each flushed before the next step; the last line may be cut. */
export type RunEvent =
  | { readonly kind: 'begun'; readonly at: string; readonly items: number; readonly budgetUsd: number | null }
  | { readonly kind: 'attempt'; readonly at: string; readonly instance: string }
  | {
      /** Its sandbox stands; what its repository held beyond base, and what became of that. */
      readonly kind: 'sandbox';
      readonly at: string;
      readonly instance: string;
      /** Null: no container. */
      readonly image: string | null;
      /** In words: `base 0123456789ab`, `the image's own`. */
      readonly testbed: string;
      readonly history: ScrubbedHistory | null;
    }
  | {
      readonly kind: 'ended';
      readonly at: string;
      readonly instance: string;
      readonly status: TrajectoryStatus;
      readonly rawStatus: string;
      readonly calls: number;
      readonly costUsd: number | null;
      /** Wall-clock seconds. */
      readonly seconds: number;
      readonly fault: string | null;
      /** Lower-case hex of the prediction's patch; null: none. */
      readonly patchHash: string | null;
    }
  | {
      readonly kind: 'stopped';
      readonly at: string;
      readonly why: 'person' | 'budget' | 'fault';
      readonly text: string;
    }
  | { readonly kind: 'resumed'; readonly at: string }
  | { readonly kind: 'done'; readonly at: string };
