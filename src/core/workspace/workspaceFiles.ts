import type { RepositorySource } from './repositorySource';
import type { WorkspaceTie } from './workspaces';

/** What differs between an opened workspace and its base, as files in a folder that is gone afterwards. */
export interface StagedChanges {
  /** Holds the changed and new files as they stand, at their paths. */
  readonly folder: string;
  readonly changed: number;
  /** Paths that base has and the workspace hasn't. */
  readonly deleted: readonly string[];
}

/** Files of opened workspaces on their way into a container, as a port. */
export interface WorkspaceFiles {
  /** Null where the folder is no opened workspace. */
  tieOf(folder: string): Promise<WorkspaceTie | null>;
  /** Uncommitted work, new files and the test patch included; ignored files and what was left out are not. */
  withChanges<T>(folder: string, use: (changes: StagedChanges) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** A folder that holds `base.bundle`: base's ancestry alone, with the ref `refs/heads/base`. */
  withBase<T>(
    source: RepositorySource,
    commit: string,
    use: (folder: string) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
}
