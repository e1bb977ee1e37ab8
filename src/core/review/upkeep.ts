/** An event whose words can be erased: one that still has some. */
export interface Erasable {
  readonly event: string;
  readonly rater: string;
  readonly type: string;
  /** RFC 3339. */
  readonly at: string;
  /** Null where the event tells of no instance. */
  readonly instance: string | null;
  /** How many texts of it are there. */
  readonly texts: number;
}

/** One of the verdicts between which a rater is to choose. */
export interface ConflictHead {
  readonly event: string;
  /** RFC 3339. */
  readonly at: string;
  readonly device: string;
  /** `verdict` or `amend`. */
  readonly type: string;
  /** Value of the overall answer, `cannot_judge`, or null. */
  readonly overall: string | null;
}

/** Two or more verdicts of one rater that stand on one item: none counts until one is chosen. */
export interface Conflict {
  readonly rater: string;
  /** Folder of the study below `.touchstone`. */
  readonly study: string;
  readonly instance: string | null;
  /** Lower-case hex SHA-256; null where the item has no patch. */
  readonly patchHash: string | null;
  readonly rubric: string;
  readonly heads: readonly ConflictHead[];
}
