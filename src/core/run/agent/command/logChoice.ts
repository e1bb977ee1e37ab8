import { starMatch } from '../../../shared/starMatch';

/** Where a log lies: the folder or file to take, and what its path below has to match; null: the file itself. */
export interface LogPlace {
  readonly take: string;
  readonly pattern: string | null;
}

/** Splits `/home/x/sessions/*.jsonl` at the last folder without a `*`. */
export const logPlace = (from: string): LogPlace => {
  const parts = from.split('/');
  const at = parts.findIndex((part) => part.includes('*'));
  if (at < 0) return { take: from, pattern: null };
  return { take: parts.slice(0, at).join('/') || '/', pattern: parts.slice(at).join('/') };
};

const matches = (pattern: string, name: string): boolean =>
  starMatch(
    [...pattern],
    [...name],
    (part) => part === '*',
    (part, char) => part === char,
  );

/** The file that is meant among those that were taken: the last by name that matches; null: none. */
export const chosenLog = (files: ReadonlyMap<string, Uint8Array>, { pattern }: LogPlace): Uint8Array | null => {
  const names = [...files.keys()].filter((name) => pattern === null || matches(pattern, name)).sort();
  const last = names.at(-1);
  return last === undefined ? null : (files.get(last) ?? null);
};
