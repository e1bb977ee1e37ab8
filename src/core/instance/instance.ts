/** How a test list is graded: all statuses count, or only failures do (`reference: SWE-bench 5.0 column eval_type`). */
export type EvalType = 'pass_and_fail' | 'fail_only';

/** Where a label came from. */
export type LabelSource = 'data' | 'inferred' | 'corrected';

export interface Label {
  readonly value: string;
  readonly source: LabelSource;
  /** For people: the rule that inferred it, or who corrected it and why; absent where the data gives it. */
  readonly why?: string;
}

/** Labels of the taxonomy; a missing key is unknown. Several values where the data has a list. */
export interface Labels {
  readonly taskTypes?: readonly Label[];
  readonly scenarios?: readonly Label[];
  readonly languages?: readonly Label[];
  readonly difficulty?: readonly Label[];
  /** `text`, `image`: what the statement is made of. */
  readonly modality?: readonly Label[];
}

/**
 * One task of a benchmark, normalised. What the benchmark lacks is null; what it has beyond these fields stands in
 * `extra` under its own name. Patches, ids and texts are the data's own characters, never trimmed or re-wrapped.
 */
export interface Instance {
  readonly id: string;
  /** Family the grading rules belong to, for example `swe-bench`. */
  readonly benchmark: string;
  /** Format of the file it was read from, for example `swebench-jsonl`. */
  readonly format: string;
  /** `owner/name`; validated before any use as an address. */
  readonly repo: string | null;
  /** 40 or 64 hex digits as in the data; validated before any use with git. */
  readonly baseCommit: string | null;
  readonly statement: string | null;
  readonly hints: string | null;
  readonly goldPatch: string | null;
  readonly testPatch: string | null;
  readonly failToPass: readonly string[] | null;
  readonly passToPass: readonly string[] | null;
  readonly version: string | null;
  readonly createdAt: string | null;
  readonly image: string | null;
  readonly evalScript: string | null;
  readonly logParser: string | null;
  readonly evalType: EvalType | null;
  readonly labels: Labels;
  readonly extra: Readonly<Record<string, unknown>>;
}
