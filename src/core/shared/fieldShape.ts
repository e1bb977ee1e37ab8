/** What a text names elsewhere in the study: for S007, completion, hover and definition. */
export type Reference = 'dataset' | 'run' | 'rater' | 'judge' | 'instance' | 'criterion' | 'figure';

/**
 * Shape of one field of a YAML format of ours, for checkers, hover and completion. `later`: named by the format, its
 * value read by other parts. `notYet`: named by the format, and without effect in this version.
 */
export type FieldShape =
  | { readonly type: ScalarType; readonly refers?: Reference }
  | { readonly type: 'later' | 'notYet' | 'map' }
  | { readonly type: 'strings'; readonly refers?: Reference }
  /**
   * A path inside the study's folder. `outside` may leave it, for reading; `output` is written, and need not exist;
   * `builtIn` may be the id of something that ships instead.
   */
  | { readonly type: 'path'; readonly outside?: boolean; readonly output?: boolean; readonly builtIn?: boolean }
  /** A block of names and paths, each as `path` with `builtIn`. */
  | { readonly type: 'paths' }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  /** A list of words of which each is one of the values. */
  | { readonly type: 'choices'; readonly values: readonly string[] }
  | { readonly type: 'parser' }
  | { readonly type: 'whole'; readonly min: number; readonly max: number }
  | { readonly type: 'block'; readonly fields: Fields; readonly required?: Required }
  /** A list; `plain` is the short form of an entry (a path or id instead of the block). */
  | { readonly type: 'list'; readonly plain?: FieldShape; readonly of: FieldShape }
  /** `plain` for a single value, `block` for all else. */
  | { readonly type: 'either'; readonly plain: FieldShape; readonly block: FieldShape };

export type ScalarType = 'text' | 'id' | 'integer' | 'number' | 'span' | 'size' | 'share' | 'boolean' | 'date' | 'hash';

export type Fields = Readonly<Record<string, FieldShape>>;

/** Required fields of a block with the words that say what each is for. */
export type Required = Readonly<Record<string, string>>;

export const text = { type: 'text' } as const;
export const id = { type: 'id' } as const;
export const path = { type: 'path' } as const;
export const later = { type: 'later' } as const;
export const notYet = { type: 'notYet' } as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const span = { type: 'span' } as const;
export const size = { type: 'size' } as const;
export const share = { type: 'share' } as const;
export const boolean = { type: 'boolean' } as const;
export const date = { type: 'date' } as const;
export const hash = { type: 'hash' } as const;
export const strings = { type: 'strings' } as const;
export const map = { type: 'map' } as const;
/** A path that may lead out of the study's folder, since it is only read. */
export const readFrom = { type: 'path', outside: true } as const;
export const refers = (to: Reference): FieldShape => ({ type: 'text', refers: to });
export const allRefer = (to: Reference): FieldShape => ({ type: 'strings', refers: to });
export const choice = (...values: readonly string[]): FieldShape => ({ type: 'choice', values });
export const choices = (...values: readonly string[]): FieldShape => ({ type: 'choices', values });
export const whole = (min: number, max: number): FieldShape => ({ type: 'whole', min, max });
export const list = (of: FieldShape, plain?: FieldShape): FieldShape => ({
  type: 'list',
  of,
  ...(plain ? { plain } : {}),
});
export const either = (plain: FieldShape, other: FieldShape): FieldShape => ({ type: 'either', plain, block: other });
export const block = (fields: Fields, required: Required = {}): FieldShape => ({ type: 'block', fields, required });
