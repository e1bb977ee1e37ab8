/** Where a stream of a command goes; null: which file that is depends on what only the shell knows. */
export interface Redirect {
  readonly stream: 'out' | 'err' | 'both';
  readonly append: boolean;
  readonly path: string | null;
}

/** A simple command as it stands in a script. Null: it depends on what only the shell knows (variables, globs). */
export interface LiteralCommand {
  readonly words: readonly (string | null)[];
  readonly redirects: readonly Redirect[];
  /** Its here-document; undefined: it has none. */
  readonly input: string | null | undefined;
  readonly readsFile: boolean;
}

/** Commands joined by `|`, and how the one before decides whether they run. */
export interface LiteralPipeline {
  readonly when: 'always' | 'succeeded' | 'failed';
  readonly commands: readonly LiteralCommand[];
}

/** Pipelines joined by `&&` and `||`: what stands between two of `;` and line ends. */
export type LiteralList = readonly LiteralPipeline[];

/** Thrown where a script goes beyond simple commands. */
export class NotLiteral extends Error {}
