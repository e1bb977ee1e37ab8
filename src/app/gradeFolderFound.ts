import type { ResultKind } from '../core/evaluation/rules/resultFiles';
import type { FolderEntry } from '../core/shared/files';

/** Files of results that decide together; absent ones are read as such. */
export interface FoundResults {
  readonly kind: ResultKind;
  /** Absolute, in the order that the kind wants. */
  readonly paths: readonly string[];
  /** Looked at only where the log can't be read: a report that repeats the harness, a file that is absent. */
  readonly last?: true;
}

/** One evaluation that was found, and what its place says of the instance. */
export interface FoundEvaluation {
  /** The log, else the file of results, else the folder where it holds none. */
  readonly path: string;
  readonly log: string | null;
  readonly results: readonly FoundResults[];
  /** Names under which the dataset may know the instance, the likeliest first. */
  readonly labels: readonly string[];
  /** The harness's report, whose one key may name the instance too. */
  readonly report: string | null;
  /** A trial's result.json, whose `task_name` names the instance. */
  readonly trial: string | null;
}

/** What a folder holds, by name, and the names of the folders above it, nearest first. */
export interface Place {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly above: readonly string[];
}

export const placeOf = (folder: string, entries: readonly FolderEntry[]): Place => ({
  folder,
  names: new Set(entries.filter(({ kind }) => kind === 'file' || kind === 'folder').map(({ name }) => name)),
  above: folder.split(/[\\/]/).reverse(),
});
