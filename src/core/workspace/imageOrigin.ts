/**
 * What of the history comes along where a tree is taken out of an image: `scrub`, one commit of ours and nothing else;
 * `keep`, the ancestry of the row's base commit.
 */
export type TreeHistory = 'scrub' | 'keep';

/** The image that an opened tree came out of. */
export interface ImageOrigin {
  readonly image: string;
  /** Content id; null where the engine gave none. */
  readonly digest: string | null;
  /** Where the tree stands in it; absolute. */
  readonly testbed: string;
  readonly history: TreeHistory;
}
