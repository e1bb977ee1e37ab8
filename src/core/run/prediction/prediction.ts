/** A model's answer to one instance. `patch` is null where the file says null or lacks it, '' where it is empty. */
export interface Prediction {
  readonly instanceId: string;
  /** `model_name_or_path` as in the file; null where the shape has none. */
  readonly model: string | null;
  /** The patch's own characters: CRLF, trailing blanks and a missing final newline are kept. */
  readonly patch: string | null;
  /** What else the row holds, under its own names. */
  readonly extra: Readonly<Record<string, unknown>>;
}
