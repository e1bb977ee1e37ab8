import type { AttemptModel } from '../agent/attempt';
import type { KeySource, ModelEntry } from './modelEntry';

/** Words of a call that is tried again, for people. */
export interface ModelHooks {
  /** `attempt` counts from 1; `waitMs` until the next. */
  retrying(fault: string, attempt: number, waitMs: number): void;
}

/** What opens models; `io/providers/openModels.ts` is it, tests have fakes. */
export interface Models {
  /**
   * A model that is asked with its entry's parameters, retries (10 tries, 4 to 60 s, none where it can't help) and
   * price. `recordFile`: every request and reply is written there, a JSON line each, without the key; null: nowhere.
   * Throws InputFault where the entry needs a key that `keys` doesn't have, naming it and how to set it.
   */
  open(entry: ModelEntry, keys: KeySource, recordFile: string | null, hooks: ModelHooks): Promise<AttemptModel>;
}
