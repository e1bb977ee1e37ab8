import { titleOfBenchmark } from '../dataset/formats/benchmarkTitles';
import { labelWords } from '../dataset/labels/labelWords';
import { defectOfField, defectTitle } from '../evaluation/check/defect';
import type { OutcomeClass } from '../evaluation/outcomeWords';
import type { Labels } from '../instance/instance';

/** What instances can be filtered and grouped by. */
export type Facet =
  | 'dataset'
  | 'benchmark'
  | 'repository'
  | 'language'
  | 'taskType'
  | 'scenario'
  | 'difficulty'
  | 'modality'
  | 'outcome'
  | 'verdict'
  | 'datasetCheck'
  | 'disagreement';

/** Each facet's name for people, in the order in which lists show them. */
export const facetTitles: Readonly<Record<Facet, string>> = {
  dataset: 'Dataset',
  benchmark: 'Benchmark',
  repository: 'Repository',
  language: 'Language',
  taskType: 'Task type',
  scenario: 'Scenario',
  difficulty: 'Difficulty',
  modality: 'Modality',
  outcome: 'Outcome',
  verdict: 'Verdict',
  datasetCheck: 'Dataset check',
  disagreement: 'Disagreement',
};

/** The facets that are labels, with their key in `Labels`. */
export const labelFacets: readonly (readonly [Facet, keyof Labels])[] = [
  ['language', 'languages'],
  ['taskType', 'taskTypes'],
  ['scenario', 'scenarios'],
  ['difficulty', 'difficulty'],
  ['modality', 'modality'],
];

const outcomes: Readonly<Record<OutcomeClass, string>> = {
  resolved: 'resolved',
  unresolved: 'unresolved',
  scored: 'scored',
  none: 'no verdict',
  'not-evaluated': 'not evaluated',
};

const verdicts: Readonly<Record<string, string>> = {
  '': 'not judged',
  cannot_judge: 'cannot judge',
  conflict: 'two verdicts of one rater',
  none: 'no overall answer',
};

const disagreements: Readonly<Record<string, string>> = {
  '': 'none known',
  'passes-but-wrong': 'passes the tests, judged wrong',
  'fails-but-right': 'fails the tests, judged right',
  'people-differ': 'people differ',
  'reports-contradict': 'reports contradict',
};

const checkWords: Readonly<Record<string, string>> = { '': 'not checked', stale: 'stale: the row has changed' };

const own = (words: Readonly<Record<string, string>>, value: string): string =>
  (Object.hasOwn(words, value) ? words[value] : undefined) ?? value;

/** The class of an outcome's value `<run key>\n<class>`. */
export const classOfValue = (value: string): OutcomeClass => value.slice(value.lastIndexOf('\n') + 1) as OutcomeClass;

/** The run of an outcome's value. */
export const runOfValue = (value: string): string => value.slice(0, Math.max(0, value.lastIndexOf('\n')));

const checkValueWords = (value: string): string => {
  const kind = defectOfField(value);
  return kind === null ? own(checkWords, value) : defectTitle(kind);
};

/** One value of a facet in words: `bug fixing (BF)`, `no verdict`, `unknown`; of outcomes without their run. */
export const facetValueWords = (facet: Facet, value: string): string => {
  if (facet === 'outcome') return own(outcomes, classOfValue(value));
  if (facet === 'verdict') return own(verdicts, value);
  if (facet === 'disagreement') return own(disagreements, value);
  if (facet === 'datasetCheck') return checkValueWords(value);
  if (facet === 'benchmark' && value !== '') return titleOfBenchmark(value);
  if (value === '') return facet === 'repository' ? 'no repository' : 'unknown';
  const label = labelFacets.find(([name]) => name === facet);
  return label ? labelWords(label[1], value) : value;
};
