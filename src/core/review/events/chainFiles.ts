import type { Sha256 } from '../../shared/hash';
import type { NamedRubric } from './rubricUse';

export interface ChainToCheck {
  readonly path: string;
  /** Below the study's root, as messages show it. */
  readonly name: string;
  readonly study: string;
  readonly rater: string;
  readonly device: string;
}

export interface VerifyPorts {
  readonly sha256: Sha256;
  eventFiles(root: string): Promise<readonly ChainToCheck[]>;
  /** Lines without line ends; `end.endsWhole` is set false where the last one has none. */
  linesOf(path: string, end: { endsWhole: boolean }): AsyncIterable<string>;
  /** The study's own rubric files as they are now; those that can't be read are left out. */
  rubricFiles(root: string): Promise<readonly (NamedRubric & { readonly file: string })[]>;
  /** What a text file holds under its name: as written, changed since, or gone. */
  textState(root: string, study: string, name: string): Promise<'whole' | 'changed' | 'missing'>;
}
