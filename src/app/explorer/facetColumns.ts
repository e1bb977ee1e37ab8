import { type LabelField, labelFields, labelWords } from '../../core/dataset/labels/labelWords';
import type { IndexedRow } from '../../core/dataset/rowIndex';
import { type OutcomeClass, outcomeClass } from '../../core/evaluation/outcomeWords';
import { disagreement } from '../../core/review/disagreement';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { FacetName } from '../../protocol/explorer';
import { type ExplorerStudy, type ExplorerVerdict, outcomeIn } from './explorerStudy';
import { type FacetColumn, type FacetHead, facetColumn } from './facetColumn';

const outcomeLabels: Readonly<Record<OutcomeClass, string>> = {
  resolved: 'resolved',
  unresolved: 'unresolved',
  scored: 'scored',
  none: 'no verdict',
  'not-evaluated': 'not evaluated',
};

const labelFacets: Readonly<Record<LabelField, FacetName>> = {
  languages: 'language',
  taskTypes: 'taskType',
  scenarios: 'scenario',
  difficulty: 'difficulty',
  modality: 'modality',
};

const verdictLabels: Readonly<Record<string, string>> = {
  '': 'not judged',
  cannot_judge: 'cannot judge',
  conflict: 'two verdicts of one rater',
  none: 'no overall answer',
};

const disagreementLabels: Readonly<Record<string, string>> = {
  '': 'none known',
  'passes-but-wrong': 'passes the tests, judged wrong',
  'fails-but-right': 'fails the tests, judged right',
  'people-differ': 'people differ',
};

const head = (facet: FacetName, title: string, labelOf: (value: string) => string): FacetHead => ({
  facet,
  run: null,
  title,
  labelOf,
});

const orElse = (words: string) => (value: string) => value || words;

const verdictWord = ({ overall, conflict }: ExplorerVerdict): string => (conflict ? 'conflict' : (overall ?? 'none'));

const disagreements = (run: InstanceRun, verdicts: readonly ExplorerVerdict[]): string[] => {
  const answers = new Set(verdicts.map(verdictWord));
  const found = [...answers].flatMap((answer) => disagreement(run.outcome, answer) ?? []);
  return answers.size > 1 || answers.has('conflict') ? [...found, 'people-differ'] : found;
};

/** Every facet of every row of a study. `rows` and `datasets` go together: row i stands in dataset `datasets[i]`. */
export const facetColumns = (
  study: ExplorerStudy,
  rows: readonly IndexedRow[],
  datasets: Uint32Array,
): readonly FacetColumn[] => {
  const { length } = rows;
  const row = (i: number): IndexedRow => rows[i] as IndexedRow;
  const runs = rows.map(({ id }) => study.runsOf(id));
  const runsAt = (i: number): readonly InstanceRun[] => runs[i] ?? [];
  const ids = new Map(study.datasets.map(({ path, id }) => [path, id]));
  const pathOf = (i: number): string => study.datasets[datasets[i] as number]?.path ?? '';
  const verdicts = (run: InstanceRun) => study.verdictsOn(run.instanceId, run.patchHash);
  const unique = (values: readonly string[]): string[] => [...new Set(values)];
  return [
    facetColumn(
      head('dataset', 'Dataset', (path) => ids.get(path) ?? path),
      length,
      (i) => [pathOf(i)],
    ),
    facetColumn(head('benchmark', 'Benchmark', orElse('unknown')), length, (i) => [row(i).benchmark]),
    facetColumn(head('repository', 'Repository', orElse('no repository')), length, (i) => [row(i).repo ?? '']),
    ...labelFields.map(({ key, title }) =>
      facetColumn(
        head(labelFacets[key], title, (value) => (value === '' ? 'unknown' : labelWords(key, value))),
        length,
        (i) => unique((row(i).labels[key] ?? []).map(({ value }) => value)),
      ),
    ),
    ...study.runs.map((key) =>
      facetColumn({ facet: 'outcome', run: key, title: `Outcome of ${key}`, labelOf: outcomeLabel }, length, (i) => [
        `${key}\n${outcomeClass(outcomeIn(runsAt(i), key))}`,
      ]),
    ),
    facetColumn(
      head('verdict', 'Verdict', (value) => verdictLabels[value] ?? value),
      length,
      (i) => unique(runsAt(i).flatMap((run) => verdicts(run).map(verdictWord))),
    ),
    facetColumn(
      head('disagreement', 'Disagreement', (value) => disagreementLabels[value] ?? value),
      length,
      (i) => unique(runsAt(i).flatMap((run) => disagreements(run, verdicts(run)))),
    ),
  ];
};

/** The words of an outcome's value, its run left out. */
export const outcomeLabel = (value: string): string => outcomeLabels[classOfValue(value)] ?? value;

export const classOfValue = (value: string): OutcomeClass => value.slice(value.lastIndexOf('\n') + 1) as OutcomeClass;
