import type { Explorer } from '../app/explorer/explorer';
import type { ExplorerApi, InstanceCounts, InstanceQuery } from '../protocol/explorer';
import type { ExplorerDesk } from './explorerDesk';

/** Rows, and groups, that one answer holds at most. */
const mostAtOnce = 1000;
const mostGroups = 5000;

/** Queries of the Instances view over the study that is open. */
export const explorerApi = (desk: ExplorerDesk): ExplorerApi => {
  const counts = (explorer: Explorer, query: InstanceQuery): InstanceCounts => ({
    total: explorer.find(query).length,
    all: explorer.rows.length,
    search: desk.searchState(query.text),
  });
  return {
    exploreFacets: async ({ query }) => {
      const explorer = await desk.for(query);
      return { ...counts(explorer, query), facets: explorer.facets(query) };
    },
    exploreGroups: async ({ query, by }) => {
      const explorer = await desk.for(query, by);
      const groups = explorer.groups(query, by);
      return { ...counts(explorer, query), groups: groups.slice(0, mostGroups), groupTotal: groups.length };
    },
    exploreWindow: async ({ query, from, count }) => {
      const explorer = await desk.for(query);
      const { total, search } = counts(explorer, query);
      return { total, search, from, rows: explorer.window(query, from, Math.min(count, mostAtOnce)) };
    },
    locateInstance: async ({ studyFolder, instanceId }) =>
      (await desk.soonest(studyFolder)).locate(instanceId) ?? (await desk.of(studyFolder)).locate(instanceId),
  };
};
