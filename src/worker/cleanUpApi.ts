import { cleanUp, planCleanUp } from '../app/cleanUp';
import { cleanUpPorts } from '../io/jobs/cleanUpPorts';
import type { CleanUpApi } from '../protocol/cleanUp';

/** Clean-up for the editor: the same functions as on the command line. */
export const cleanUpApi = (): CleanUpApi => ({
  planCleanUp: ({ endpoint, budget }) => planCleanUp(cleanUpPorts(endpoint), { all: false, budget }),
  cleanUp: ({ endpoint, items }) => cleanUp(cleanUpPorts(endpoint), items),
});
