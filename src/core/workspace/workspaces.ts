import type { ImageOrigin } from './imageOrigin';
import type { WorkspacePlan } from './plan';
import type { RepositorySource } from './repositorySource';

/** Name of the file that marks an opened checkout, for `workspaceContains:`. Kept out of git by `info/exclude`. */
export const markerName = '.touchstone-instance.json';

/** What an opened checkout belongs to; stands in the cache folder, never in the tree. Paths are absolute. */
export interface WorkspaceTie {
  /** Folder of the study or dataset that it was opened from; null from the command line without a study. */
  readonly studyRoot: string | null;
  readonly datasetPath: string | null;
  readonly instanceId: string;
  readonly source: RepositorySource;
  readonly baseCommit: string;
  readonly withTestPatch: boolean;
  /** Files of the test patch as they were opened: path -> mode and object id. Empty without the test patch. */
  readonly testFiles: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly openedAt: string;
  /** The state that the work began with, and its files as they were opened, as `testFiles`; absent: base. */
  readonly start?: { readonly of: string; readonly files: Readonly<Record<string, string>> };
  /** The image that the files came out of; absent where they are a checkout. */
  readonly image?: ImageOrigin;
  /** Files of base that were not written, such as links that leave the folder; their absence is no change. */
  readonly leftOut?: readonly string[];
}

/** What stands where a checkout is to be. `changed`: files that differ from what was opened, commits included. */
export type FoundWorkspace =
  | { readonly kind: 'absent' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'workspace'; readonly tie: WorkspaceTie; readonly changed: readonly string[] };

/** Where a tie comes from beside the plan. */
export interface TieOrigin {
  readonly studyRoot: string | null;
  readonly datasetPath: string | null;
}

export type OnProgress = (text: string) => void;

/**
 * Opened checkouts, as a port. Throws InputFault and EnvironmentFault; whatever fails or is cancelled leaves nothing
 * half made.
 */
export interface Workspaces {
  /** Folder of all checkouts that were given no folder of their own; can be trusted once as a whole. */
  readonly home: string;
  find(folder: string, signal?: AbortSignal): Promise<FoundWorkspace>;
  /** Gives false, with nothing done, where something stands at the folder by now. An empty folder is no hindrance. */
  make(
    plan: WorkspacePlan,
    folder: string,
    origin: TieOrigin,
    onProgress?: OnProgress,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Ties an existing checkout to where it was opened from this time. */
  tieAgain(folder: string, tie: WorkspaceTie, origin: TieOrigin): Promise<void>;
}

/** One file of the repository at base. */
export interface BaseFile {
  readonly path: string;
  readonly kind: 'file' | 'executable' | 'link' | 'submodule';
  /** Null for submodules. */
  readonly bytes: number | null;
  readonly object: string;
}

/** Files at an instance's base commit, read from the mirror without a checkout and without any host, as a port. */
export interface BaseFiles {
  /** Sorted by path as git does. */
  list(source: RepositorySource, baseCommit: string, signal?: AbortSignal): Promise<readonly BaseFile[]>;
  /**
   * The bytes of a file (of a link: its target's path); null where base has no such file. Throws InputFault for a
   * file above the cap (16 MiB).
   */
  read(source: RepositorySource, baseCommit: string, path: string, signal?: AbortSignal): Promise<Uint8Array | null>;
}
