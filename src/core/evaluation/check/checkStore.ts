import type { DatasetCheck } from './datasetCheck';

/** Writing of `checks/<dataset>.jsonl`, as a port. */
export interface CheckStore {
  /** Absolute folder that holds `checks/` and that the folders of evidence are relative to. */
  readonly root: string;
  /**
   * Puts the checks in the place of earlier ones of the same instances; lines of other instances stay as they are. The
   * file is replaced as a whole. Returns its absolute path. Throws EnvironmentFault where it can't be written.
   */
  update(dataset: string, checks: readonly DatasetCheck[]): Promise<string>;
}
