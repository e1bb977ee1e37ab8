/** What is sought in a trajectory, as a person typed it. */
export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** The text is a regular expression of JavaScript. */
  readonly regex: boolean;
}

export interface TextMatch {
  readonly start: number;
  /** At least 1. */
  readonly length: number;
}

/** How a query is looked for in texts. */
export interface FindPattern {
  readonly source: string;
  readonly flags: string;
  readonly wholeWord: boolean;
  /** A person's own expression: it may take for ever, so it is only run under a limit of time. */
  readonly isOwn: boolean;
  /**
   * Letters, digits and `_` that stand in the bytes of whatever holds a match, however those are escaped: JSON and
   * its nestings write such characters as they are. Null: nothing is known to stand there.
   */
  readonly word: string | null;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The longest run, the first of several: it stands in the fewest places. */
const longestWord = (text: string): string | null => {
  const runs: readonly string[] = text.match(/[A-Za-z0-9_]+/g) ?? [];
  return runs.reduce<string | null>((best, run) => (run.length > (best?.length ?? 0) ? run : best), null);
};

const ownFlags = (source: string, flags: string): string | { readonly fault: string } => {
  try {
    new RegExp(source, `${flags}u`);
    return `${flags}u`;
  } catch {
    try {
      new RegExp(source, flags);
      return flags;
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  }
};

/**
 * The pattern of a query; a fault says why an expression is none. Without "match case" letters are compared as
 * JavaScript's `i` does. `^` and `$` of an expression stand at lines; with a `u` flag where that can be had.
 */
export const patternOf = (query: FindQuery): FindPattern | { readonly fault: string } => {
  const { text, matchCase, wholeWord, regex } = query;
  const flags = matchCase ? 'g' : 'gi';
  if (!regex) return { source: escaped(text), flags, wholeWord, isOwn: false, word: longestWord(text) };
  const own = ownFlags(text, `${flags}m`);
  return typeof own === 'string' ? { source: text, flags: own, wholeWord, isOwn: true, word: null } : own;
};

const isWordChar = (text: string, at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at));

/** Whether no word goes on over the beginning or the end of a match. */
export const isWholeWord = (text: string, { start, length }: TextMatch): boolean => {
  const end = start + length;
  const goesOn = (at: number) => at > 0 && at < text.length && isWordChar(text, at - 1) && isWordChar(text, at);
  return !goesOn(start) && !goesOn(end);
};

/**
 * The matches of a pattern in a text from its beginning, at most so many, none over another; empty ones are no matches.
 * Only for patterns that are not a person's own.
 */
export const literalMatches = (pattern: FindPattern, text: string, most: number): readonly TextMatch[] => {
  const sought = new RegExp(pattern.source, pattern.flags);
  const found: TextMatch[] = [];
  if (pattern.source === '') return found;
  while (found.length < most) {
    const hit = sought.exec(text);
    if (hit === null) break;
    const match = { start: hit.index, length: hit[0].length };
    if (!pattern.wholeWord || isWholeWord(text, match)) found.push(match);
    else sought.lastIndex = hit.index + 1;
  }
  return found;
};
