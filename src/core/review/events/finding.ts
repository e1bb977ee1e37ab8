export type FindingKind =
  | 'edited'
  | 'reordered'
  | 'inserted'
  | 'removed'
  | 'forked'
  | 'duplicate-seq'
  | 'torn'
  | 'unreadable'
  | 'version'
  | 'wrong-file'
  | 'text-changed'
  | 'text-missing'
  /** Said to be erased, and still there. */
  | 'text-kept'
  | 'chain-missing'
  | 'cut'
  /** Verdicts under one version of a rubric were given with different texts, or its file has another one now. */
  | 'rubric-changed'
  /** Not of a chain: the study file requires a dataset check; `event` is its line. */
  | 'dataset-check';

/** One thing that a chain shows. `event` counts the lines of the file from 1. */
export interface Finding {
  readonly file: string;
  readonly event: number;
  readonly kind: FindingKind;
  readonly text: string;
}
