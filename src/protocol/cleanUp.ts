import type { Api } from './rpc';

/** Something of ours that can be removed. */
export interface CleanUpItem {
  /** `containers`, `folders`, `logs`, or `image <id>`. */
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** What removing it frees; null where nobody knows. */
  readonly bytes: number | null;
  /** Whether it is removed unless a person says otherwise. */
  readonly proposed: boolean;
}

export interface CleanUpPlan {
  readonly items: readonly CleanUpItem[];
  /** What stays, each with the reason. */
  readonly kept: readonly string[];
  /** What could not be looked at. */
  readonly faults: readonly string[];
}

export interface CleanUpResult {
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/** Removing what earlier work left on this machine and its engine. */
export interface CleanUpApi extends Api {
  /** Lists what is ours. `budget`: bytes that images may take; 0: any. */
  planCleanUp(q: { readonly endpoint: string | null; readonly budget: number }): Promise<CleanUpPlan>;
  /** Removes what was chosen; what somebody uses by now stays. */
  cleanUp(q: {
    readonly endpoint: string | null;
    readonly items: readonly Pick<CleanUpItem, 'id' | 'label'>[];
  }): Promise<CleanUpResult>;
}
