import { type Facet, facetTitles, facetValueWords, runOfValue } from '../../core/study/facetWords';
import type { FacetChoice, GroupBy, InstanceCounts, InstanceQuery } from '../../protocol/explorer';

/** What the Instances view shows and how: a query without the study, and what it is grouped by. */
export interface InstanceFilter {
  readonly text: string;
  readonly facets: FacetChoice;
  /** Null: no groups. */
  readonly groupBy: GroupBy | null;
  readonly sort: InstanceQuery['sort'];
  /** Run whose outcome stands at the instance; null: the last run of the study. */
  readonly runKey: string | null;
}

export const noFilter: InstanceFilter = {
  text: '',
  facets: {},
  groupBy: { facet: 'repository', run: null },
  sort: { by: 'data', descending: false },
  runKey: null,
};

export const isFiltered = ({ text, facets }: InstanceFilter): boolean =>
  text.trim() !== '' || Object.values(facets).some((values) => values.length > 0);

const count = (n: number): string => n.toLocaleString('en-US');

const facetPart = (facet: Facet, values: readonly string[], datasetName: (path: string) => string): string => {
  const words = values.map((value) => (facet === 'dataset' ? datasetName(value) : facetValueWords(facet, value)));
  return `${facetTitles[facet].toLowerCase()} ${words.join(' or ')}`;
};

const outcomeParts = (values: readonly string[]): string[] =>
  [...new Set(values.map(runOfValue))].map((run) => {
    const own = values.filter((value) => runOfValue(value) === run).map((value) => facetValueWords('outcome', value));
    return `${own.join(' or ')} by ${run}`;
  });

/** The filter in words: `"holes", language Python, unresolved by heron-2`; '' where nothing is filtered. */
export const filterWords = ({ text, facets }: InstanceFilter, datasetName: (path: string) => string): string => {
  const named = Object.keys(facetTitles) as Facet[];
  const parts = named.flatMap((facet) => {
    const values = facets[facet] ?? [];
    if (values.length === 0) return [];
    return facet === 'outcome' ? outcomeParts(values) : [facetPart(facet, values, datasetName)];
  });
  return [...(text.trim() === '' ? [] : [`"${text.trim()}"`]), ...parts].join(', ');
};

const groupWords = ({ groupBy }: InstanceFilter): string => {
  if (groupBy?.facet === noFilter.groupBy?.facet) return '';
  if (groupBy === null) return 'no groups';
  return `by ${groupBy.run === null ? facetTitles[groupBy.facet].toLowerCase() : `outcome of ${groupBy.run}`}`;
};

/** For the view's description: `57 of 2,294: language Python, unresolved by gpt`, `6 · outcome of heron-2`. */
export const describeFilter = (
  filter: InstanceFilter,
  { total, all, search }: InstanceCounts,
  run: string | null,
  datasetName: (path: string) => string,
): string => {
  if (all === 0) return '';
  const words = filterWords(filter, datasetName);
  if (words !== '') return `${count(total)}${search.running ? ' so far' : ''} of ${count(all)}: ${words}`;
  return [count(all), run === null ? '' : `outcome of ${run}`, groupWords(filter)].filter(Boolean).join(' · ');
};
