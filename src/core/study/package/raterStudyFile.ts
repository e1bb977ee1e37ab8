import { stringify } from 'yaml';
import { blindFacets } from '../hiddenFromRater';
import type { Blinding } from '../studyFile';

export interface RaterStudy {
  readonly id: string;
  readonly title: string | null;
  readonly rater: string;
  /** Ids of the dataset files, `datasets/<id>.jsonl`. */
  readonly datasets: readonly string[];
  /** Letters, `runs/<letter>/predictions.jsonl`. */
  readonly letters: readonly string[];
  readonly rubric: string;
  readonly blinding: Blinding;
}

/** The study file of a rater's folder: no seed, no mask and no other names, for these tell what the letters stand for. */
export const raterStudyFile = ({ id, title, rater, datasets, letters, rubric, blinding }: RaterStudy): string =>
  stringify({
    touchstone: 1,
    study: title === null ? { id } : { id, title },
    datasets: datasets.map((name) => ({ id: name, path: `datasets/${name}.jsonl` })),
    runs: letters.map((letter) => ({ id: letter, path: `runs/${letter}/predictions.jsonl`, model: letter })),
    rubric,
    raters: [rater],
    blinding: Object.fromEntries(blindFacets.map((facet) => [facet, blinding[facet]])),
  });
