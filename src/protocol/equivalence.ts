import type { RunSettings } from './evaluate';
import type { InstanceRef } from './instanceRef';
import type { Api } from './rpc';

/** A line of what was found, with the place in a log that it speaks of; null where it speaks of none. */
export interface ComparedLine {
  readonly text: string;
  readonly log: {
    /** Holds `test_output.txt`; in the cache, never in the study. */
    readonly folder: string;
    /** Names the run among those of the comparison: `gold-tests.model-code`. */
    readonly name: string;
    /** 1-based; null: the log as a whole. */
    readonly line: number | null;
  } | null;
}

/** What running both codes on all tests at hand came to. */
export interface ComparedByRunning {
  readonly lines: readonly ComparedLine[];
  /** Tests that differ over all sets; null where nothing could be compared. */
  readonly differing: number | null;
}

/** Gold's and the model's code, by running. */
export interface EquivalenceApi extends Api {
  compareByRunning(
    q: InstanceRef & {
      readonly task: string;
      readonly predictionsPath: string;
      readonly backend: 'docker' | 'local';
      readonly settings: RunSettings;
    },
  ): Promise<ComparedByRunning>;
}
