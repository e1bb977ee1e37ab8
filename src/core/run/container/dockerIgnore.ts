import { starMatch } from '../../shared/starMatch';

type Letter = { readonly kind: 'star' | 'any' } | { readonly kind: 'in'; fits(letter: string): boolean };

const mostPatterns = 1000;

/** `[a-z]`, `[^a-z]`: where it ends, and what it takes. Null where it is not closed: then `[` is a letter. */
const classAt = (
  letters: readonly string[],
  from: number,
): { readonly end: number; readonly letter: Letter } | null => {
  const isNot = letters[from + 1] === '^' || letters[from + 1] === '!';
  const start = from + (isNot ? 2 : 1);
  const end = letters.indexOf(']', start + 1);
  if (end < 0) return null;
  const inside = letters.slice(start, end);
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < inside.length; at += 1) {
    const low = inside[at] ?? '';
    const isRange = inside[at + 1] === '-' && at + 2 < inside.length;
    ranges.push([low, (isRange ? inside[at + 2] : low) ?? '']);
    if (isRange) at += 2;
  }
  const holds = (letter: string): boolean => ranges.some(([low, high]) => low <= letter && letter <= high);
  return { end, letter: { kind: 'in', fits: (letter) => holds(letter) !== isNot } };
};

const literal = (wanted: string): Letter => ({ kind: 'in', fits: (letter) => letter === wanted });

const lettersOf = (part: string): readonly Letter[] => {
  const letters = [...part];
  const parsed: Letter[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    const set = letter === '[' ? classAt(letters, at) : null;
    if (set !== null) {
      parsed.push(set.letter);
      at = set.end;
    } else if (letter === '\\' && at + 1 < letters.length) {
      at += 1;
      parsed.push(literal(letters[at] ?? ''));
    } else if (letter === '*') parsed.push({ kind: 'star' });
    else parsed.push(letter === '?' ? { kind: 'any' } : literal(letter));
  }
  return parsed;
};

interface Pattern {
  readonly isException: boolean;
  /** Null stands for `**`. */
  readonly parts: readonly (readonly Letter[] | null)[];
}

/** `./a//b/` is `a/b`; `..` takes a folder back, and none above the first. */
const cleaned = (pattern: string): readonly string[] => {
  const parts: string[] = [];
  for (const part of pattern.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
};

const patternOf = (line: string): Pattern | null => {
  const text = line.trim();
  if (text === '' || line.startsWith('#')) return null;
  const isException = text.startsWith('!');
  const parts = cleaned(isException ? text.slice(1).trim() : text);
  if (parts.length === 0) return null;
  return { isException, parts: parts.map((part) => (part === '**' ? null : lettersOf(part))) };
};

const fitsName = (pattern: readonly Letter[] | null, name: string): boolean =>
  pattern !== null &&
  starMatch(
    pattern,
    [...name],
    (letter) => letter.kind === 'star',
    (letter, character) => letter.kind === 'any' || (letter.kind === 'in' && letter.fits(character)),
  );

/** A pattern stands for a path and for everything below it. */
const matches = ({ parts }: Pattern, path: readonly string[]): boolean =>
  path.some((_name, index) => starMatch(parts, path.slice(0, index + 1), (part) => part === null, fitsName));

export interface DockerIgnore {
  /** Whether the path (relative, `/`) is left out of the context. */
  ignores(path: string): boolean;
  /** Whether something below an ignored folder may be wanted all the same. */
  readonly hasExceptions: boolean;
}

/**
 * Reads a `.dockerignore`: one pattern a line, `#` comments, `!` exceptions, `**`; the last line that matches decides
 * (`reference: Dockerfile reference, .dockerignore file`).
 */
export const readDockerIgnore = (text: string): DockerIgnore => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const patterns = lines
    .slice(0, mostPatterns)
    .map(patternOf)
    .filter((pattern) => pattern !== null);
  return {
    ignores: (path) => {
      const parts = path.split('/');
      return patterns.findLast((pattern) => matches(pattern, parts))?.isException === false;
    },
    hasExceptions: patterns.some(({ isException }) => isException),
  };
};
