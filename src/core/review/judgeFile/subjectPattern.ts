export type SubjectPart = 'run' | 'instance' | 'attempt';

/** A pattern as `{run}/{instance}`: names in braces and the text between them. */
export type SubjectPattern = readonly (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'part'; readonly part: SubjectPart }
)[];

const parts: readonly SubjectPart[] = ['run', 'instance', 'attempt'];

/** The pattern, or what is wrong with it in words. */
export const readPattern = (text: string): SubjectPattern | string => {
  const pieces = text.split(/(\{[^{}]*\})/).filter((piece) => piece !== '');
  const pattern: SubjectPattern[number][] = [];
  for (const piece of pieces) {
    const name = /^\{(.*)\}$/.exec(piece)?.[1];
    const part = parts.find((one) => one === name);
    if (name !== undefined && part === undefined) return `{${name}} is none of {run}, {instance}, {attempt}.`;
    if (part !== undefined && pattern.at(-1)?.kind === 'part') return 'Between two names must stand some text.';
    pattern.push(part === undefined ? { kind: 'text', text: piece } : { kind: 'part', part });
  }
  const named = pattern.flatMap((one) => (one.kind === 'part' ? [one.part] : []));
  if (!named.includes('instance')) return '{instance} is missing.';
  return new Set(named).size === named.length ? pattern : 'A name stands in it twice.';
};

/**
 * The names that a text gives under a pattern; null where it doesn't fit. A name ends where the text behind it first comes;
 * the last takes all that is left (an instance's id may hold a slash, a run's never does).
 */
export const matchPattern = (pattern: SubjectPattern, text: string): Partial<Record<SubjectPart, string>> | null => {
  const found: Partial<Record<SubjectPart, string>> = {};
  let at = 0;
  for (const [index, piece] of pattern.entries()) {
    if (piece.kind === 'text') {
      if (!text.startsWith(piece.text, at)) return null;
      at += piece.text.length;
      continue;
    }
    const next = pattern[index + 1];
    const isLast = index + 2 >= pattern.length;
    const end =
      next?.kind !== 'text' ? text.length : isLast ? text.length - next.text.length : text.indexOf(next.text, at + 1);
    if (end <= at) return null;
    found[piece.part] = text.slice(at, end);
    at = end;
  }
  return at === text.length ? found : null;
};
