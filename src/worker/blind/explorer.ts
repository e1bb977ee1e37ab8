import type { FacetName, InstanceListRow, InstanceQuery } from '../../protocol/explorer';
import type { BlindView } from './blindView';
import { closedNow, type Rules } from './rule';

/** Facets that tell how tests ended, what was checked, or what others said. */
const hiddenFacetsOf = (view: BlindView): readonly FacetName[] => {
  const { model, tests, peers } = view.hidden;
  const ofTests: readonly FacetName[] = [
    ...(tests || model ? (['outcome'] as const) : []),
    ...(tests ? (['datasetCheck'] as const) : []),
  ];
  const ofPeers: readonly FacetName[] = peers ? ['verdict'] : [];
  return [...ofTests, ...ofPeers, ...(tests || peers ? (['disagreement'] as const) : [])];
};

/** A query that asks for nothing hidden: what was chosen before judging is left out of it. */
const blindQuery = (view: BlindView, query: InstanceQuery): InstanceQuery => {
  const hidden = hiddenFacetsOf(view);
  const kept = Object.entries(query.facets).filter(([facet]) => !hidden.includes(facet as FacetName));
  const { sort } = query;
  const isOutcome = sort.by === 'outcome' && hidden.includes('outcome');
  return {
    ...query,
    facets: Object.fromEntries(kept),
    sort: isOutcome ? { by: 'data', descending: false } : sort,
    run: null,
  };
};

const blindListRow = (view: BlindView, row: InstanceListRow): InstanceListRow => {
  const rows = view.rowsOf(row.id);
  return { ...row, outcome: null, isHidden: true, runs: rows.length, judged: view.judgedOf(row.id) };
};

const noOutcomes = { resolved: 0, unresolved: 0, scored: 0, none: 0 };

/** Instances by what the data says of them. */
export const explorerRules: Pick<Rules, 'exploreFacets' | 'exploreGroups' | 'exploreWindow' | 'locateInstance'> = {
  exploreFacets: async (view, { query }, inner) => {
    const hidden = hiddenFacetsOf(view);
    const { facets, ...counts } = await inner({ query: blindQuery(view, query) });
    return { ...counts, facets: facets.filter(({ facet }) => !hidden.includes(facet)) };
  },
  exploreGroups: async (view, { query, by }, inner) => {
    if (hiddenFacetsOf(view).includes(by.facet)) throw closedNow();
    const { groups, ...counts } = await inner({ query: blindQuery(view, query), by });
    return { ...counts, groups: groups.map((group) => ({ ...group, outcomes: noOutcomes })) };
  },
  exploreWindow: async (view, { query, ...window }, inner) => {
    const { rows, ...found } = await inner({ query: blindQuery(view, query), ...window });
    return { ...found, rows: rows.map((row) => blindListRow(view, row)) };
  },
  locateInstance: 'open',
};
