import type { Reference } from '../shared/fieldShape';

/** A file or folder that the study file names, as written. */
export interface NamedPath {
  readonly field: string;
  readonly path: string;
  /** May it leave the study's folder? */
  readonly outside: boolean;
  /** May it be the id of something that ships? */
  readonly builtIn: boolean;
}

/** What the file itself declares, for the fields that refer to it. */
export type Declared = Readonly<Record<'dataset' | 'run' | 'rater' | 'judge', readonly string[]>>;

export const nothingDeclared: Declared = { dataset: [], run: [], rater: [], judge: [] };

/** Whether the file itself declares what is referred to. */
export const isDeclared = (kind: Reference): kind is keyof Declared => Object.hasOwn(nothingDeclared, kind);

/** Names in a list for people: all of a few, the first of many. */
export const listed = (names: readonly string[]): string =>
  names.length === 0
    ? 'none'
    : names.length > 80
      ? `${names.slice(0, 80).join(', ')} and ${names.length - 80} more`
      : names.join(', ');
