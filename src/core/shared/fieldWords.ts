/** What a field does, in one sentence, and what holds where it is left out. */
export interface FieldWords {
  readonly does: string;
  /** Absent: nothing holds in its place, or it is required. */
  readonly otherwise?: string;
}
