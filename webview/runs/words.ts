import { type ErrorFinding, errorTypeWords } from '../../src/core/evaluation/errorType';
import type { ComparedSet } from '../../src/core/study/runComparison';

/** The sets in words, with the names of the runs. */
export const setWords = (set: ComparedSet, a: string, b: string): string =>
  ({
    both: 'both resolved',
    'only-a': `only ${a}`,
    'only-b': `only ${b}`,
    neither: 'neither',
    'not-comparable': 'not comparable',
  })[set];

export const typeWords = (error: ErrorFinding | null): string => (error ? errorTypeWords(error.type) : 'unknown');

/** Why this type: the rule, and the line of the log that decided. */
export const findingWords = (error: ErrorFinding | null): string => {
  if (!error) return 'error type unknown: no log was read, or there is none';
  const line = error.line === null ? '' : `\nline ${error.line}: ${error.text ?? ''}`;
  return `${errorTypeWords(error.type)}: ${error.rule}${line}`;
};
