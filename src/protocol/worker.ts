import type { Instance } from '../core/instance/instance';
import type { Prediction } from '../core/run/prediction/prediction';
import type { Problem } from '../core/shared/problem';
import type { InstanceSummary } from '../core/study/catalogue';
import type { InstanceRef, PredictionRef } from './instanceRef';
import type { Api } from './rpc';

/** A call that `cancel` can stop, by a name that the caller chooses. */
interface Stoppable {
  readonly task?: string;
}

/** What is said of a file's rows beside the rows themselves. */
interface SaidOfRows {
  readonly format: string;
  readonly skipped: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

/**
 * Reading, as the worker offers it, so that big files are parsed off the extension host's main thread. Names and
 * arguments are those of AppApi where both have a function; what was read is kept while the file stays as it is.
 */
export interface ReadingApi extends Api {
  readInstance(q: Stoppable & InstanceRef): Promise<Instance | null>;
  /** The row itself as a JSON document over several lines; of a folder of tasks the instance. Null where none has the id. */
  readRow(q: Stoppable & InstanceRef): Promise<string | null>;
  /** The model patch's own text; null where the file says null or has no such row. */
  readPatch(q: Stoppable & PredictionRef): Promise<string | null>;
  readCode(q: Stoppable & PredictionRef & { readonly attempt: number }): Promise<string | null>;
  listDataset(
    q: Stoppable & { readonly path: string },
  ): Promise<SaidOfRows & { readonly instances: readonly InstanceSummary[] }>;
  readDataset(
    q: Stoppable & { readonly path: string },
  ): Promise<SaidOfRows & { readonly instances: readonly Instance[] }>;
  readPredictions(
    q: Stoppable & { readonly path: string },
  ): Promise<SaidOfRows & { readonly predictions: readonly Prediction[] }>;
  /** Stops the calls of this name; they fail with "Cancelled". An unknown name does nothing. */
  cancel(q: { readonly task: string }): Promise<void>;
}
