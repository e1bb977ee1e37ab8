/** A step by its content, so that what is kept of it finds it again where the file has grown, moved or was made anew. */
export interface StepAnchor {
  /** SHA-256 over its raw bytes; of very long records over their ends and length. */
  readonly hash: string;
  /** Bytes of its records together. */
  readonly bytes: number;
  /** Where it stood: its number and the start of its first record. */
  readonly idx: number;
  readonly start: number;
}
