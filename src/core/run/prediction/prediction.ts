/** A model's answer to one instance. `patch` is null where the file says null or lacks it, '' where it is empty. */
export interface Prediction {
  readonly instanceId: string;
  /** `model_name_or_path` as in the file, `prefix` in SWE-bench Pro's; null where the shape has none. */
  readonly model: string | null;
  /** The patch's own characters: CRLF, trailing blanks and a missing final newline are kept. Null for code. */
  readonly patch: string | null;
  /** `code`: a solution as the model wrote it (HumanEval and its kin). It is no patch and is never read as one. */
  readonly kind: 'patch' | 'code';
  /** The code's own characters; null for patches. */
  readonly code: string | null;
  /** Counted from 1 in the file's order, where a format holds several samples of one instance; else 1. */
  readonly attempt: number;
  /** What else the row holds, under its own names. */
  readonly extra: Readonly<Record<string, unknown>>;
}
