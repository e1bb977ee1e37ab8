import { checkFacet } from '../../core/evaluation/check/matchesCheck';
import { outcomeClass } from '../../core/evaluation/outcomeWords';
import { disagreement } from '../../core/review/disagreement';
import { type Facet, facetTitles, facetValueWords, labelFacets } from '../../core/study/facetWords';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { type ExplorerRow, type ExplorerStudy, type ExplorerVerdict, outcomesIn } from './explorerStudy';
import { type FacetColumn, type FacetHead, facetColumn } from './facetColumn';

const head = (facet: Facet, run: string | null = null): FacetHead => ({
  facet,
  run,
  title: run === null ? facetTitles[facet] : `Outcome of ${run}`,
  labelOf: (value) => facetValueWords(facet, value),
});

const verdictWord = ({ overall, conflict }: ExplorerVerdict): string => (conflict ? 'conflict' : (overall ?? 'none'));

const disagreements = (run: InstanceRun, verdicts: readonly ExplorerVerdict[]): string[] => {
  const answers = new Set(verdicts.map(verdictWord));
  const reports = run.contradiction ? ['reports-contradict'] : [];
  const found = [...[...answers].flatMap((answer) => disagreement(run.outcome, answer) ?? []), ...reports];
  return answers.size > 1 || answers.has('conflict') ? [...found, 'people-differ'] : found;
};

const unique = (values: readonly string[]): readonly string[] => (values.length < 2 ? values : [...new Set(values)]);

const none: readonly never[] = [];

/** Every facet of every row of a study. `rows` and `datasets` go together: row i stands in dataset `datasets[i]`. */
export const facetColumns = (
  study: ExplorerStudy,
  rows: readonly ExplorerRow[],
  datasets: Uint32Array,
): readonly FacetColumn[] => {
  const ids = new Map(study.datasets.map(({ path, id }) => [path, id]));
  const row = (i: number): ExplorerRow => rows[i] as ExplorerRow;
  const runsAt = (i: number): readonly InstanceRun[] => study.runsOf(row(i).id);
  const pathOf = (i: number): string => study.datasets[datasets[i] as number]?.path ?? '';
  const verdicts = (run: InstanceRun) => study.verdictsOn(run.instanceId, run.patchHash);
  const column = (of: FacetHead, valuesOf: (i: number) => readonly string[]) => facetColumn(of, rows.length, valuesOf);
  return [
    column({ ...head('dataset'), labelOf: (path) => ids.get(path) ?? path }, (i) => [pathOf(i)]),
    column(head('benchmark'), (i) => [row(i).benchmark ?? '']),
    column(head('repository'), (i) => [row(i).repo ?? '']),
    ...labelFacets.map(([facet, key]) =>
      column(head(facet), (i) => unique((row(i).labels?.[key] ?? none).map(({ value }) => value))),
    ),
    ...study.runs.map((key) => {
      const inRun = outcomesIn(key);
      return column(head('outcome', key), (i) => [`${key}\n${outcomeClass(inRun(runsAt(i)))}`]);
    }),
    column(head('verdict'), (i) => unique(runsAt(i).flatMap((run) => verdicts(run).map(verdictWord)))),
    column(head('datasetCheck'), (i) => checkFacet(study.checkOf(row(i).id))),
    column(head('disagreement'), (i) => unique(runsAt(i).flatMap((run) => disagreements(run, verdicts(run))))),
  ];
};
