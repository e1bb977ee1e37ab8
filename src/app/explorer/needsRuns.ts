import type { Facet } from '../../core/study/facetWords';
import type { GroupBy, InstanceQuery } from '../../protocol/explorer';

const ofRuns: readonly Facet[] = ['outcome', 'verdict', 'datasetCheck', 'disagreement'];

/** Whether a query, or what it is grouped by, can be answered only once the runs of the study are read. */
export const needsRuns = ({ facets, sort }: Pick<InstanceQuery, 'facets' | 'sort'>, by?: GroupBy): boolean =>
  sort.by === 'outcome' ||
  (by !== undefined && ofRuns.includes(by.facet)) ||
  ofRuns.some((facet) => (facets[facet] ?? []).length > 0);
