/**
 * Something in the input that could not be used, said so that a person can mend it: where it stands, which field,
 * and why. Readers return problems beside the rows that are good; they never throw for bad data.
 */
export interface Problem {
  /** File and place as a person would look for it: `spandrel.jsonl row 7` or `preds.json key django__django-1`. */
  readonly where: string;
  /** Name of the field at fault; null where the whole row or file is. */
  readonly field: string | null;
  /** One sentence: what was expected, what was found, what to do. */
  readonly reason: string;
}

/** A failure of the world outside (no git, no engine, disk full), as opposed to a fault in the input. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
  constructor(
    /** What is missing, for programs: `git`, `engine`, `disk`, `network`, `image`, another `program`. */
    readonly what: 'git' | 'engine' | 'disk' | 'network' | 'image' | 'trust' | 'program',
    message: string,
  ) {
    super(message);
  }
}

/** The input cannot be used at all; the message names the file, the field and the fix. */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}
