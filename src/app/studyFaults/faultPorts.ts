import type { FilePort } from '../../core/shared/files';
import type { Sha256 } from '../../core/shared/hash';
import type { InstanceSummary } from '../../core/study/catalogue';
import type { FileMemo } from '../fileMemo';
import type { ReadStudy } from '../studyFile';

/** Git repositories as far as a study file is checked against them. Nothing of a repository is run or changed. */
export interface RepositoryPort {
  /** Those of the commits that the repository lacks; null where the path is no repository or bundle. */
  lacking(path: string, commits: readonly string[], signal?: AbortSignal): Promise<readonly string[] | null>;
  /** Paths of the files at a commit, or at HEAD; null where they can't be told (a bundle, no such commit). */
  filesAt(path: string, commit: string | null, signal?: AbortSignal): Promise<readonly string[] | null>;
}

/** One file of instances that the study names, as it was found. */
export interface FoundDataset {
  /** Place in `datasets` of the study file. */
  readonly index: number;
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly format: string;
  readonly instances: readonly Pick<InstanceSummary, 'id' | 'repo'>[];
}

/** What the datasets of a study gave: the readable ones, and why others are not. */
export interface FoundDatasets {
  readonly found: readonly FoundDataset[];
  /** In people's words, by the place in `datasets`. */
  readonly unreadable: ReadonlyMap<number, string>;
}

export interface StudyFaultPorts {
  readonly files: FilePort;
  /** Absent: nothing is said of repositories. */
  readonly repositories?: RepositoryPort;
  /** SHA-256 of a file, remembered by who can; `files.hash` where absent. */
  readonly hash?: (path: string) => Promise<string>;
  /** Hash of a text; without it nobody knows whether a row has changed since it was checked. */
  readonly sha256?: Sha256;
  readonly memo?: FileMemo;
}

/** All that one look at a study's surroundings needs. */
export interface FaultContext {
  readonly ports: StudyFaultPorts;
  readonly read: ReadStudy;
  readonly datasets: FoundDatasets;
  readonly signal: AbortSignal | undefined;
}
