import { cleanUp, planCleanUp } from '../app/cleanUp';
import type { ImageBudget } from '../core/run/container/engine';
import { cleanUpPorts } from '../io/jobs/cleanUpPorts';
import type { HostApi } from '../protocol/app';
import type { CleanUpApi } from '../protocol/cleanUp';
import type { Remote } from '../protocol/rpc';

/** Clean-up for the editor: the same functions as on the command line. */
export const cleanUpApi = (): CleanUpApi => ({
  planCleanUp: ({ endpoint, budget }) => planCleanUp(cleanUpPorts(endpoint), { all: false, budget }),
  cleanUp: ({ endpoint, items }) => cleanUp(cleanUpPorts(endpoint), items),
});

/** The budget of the person's settings, with its question in the editor. */
export const imageBudget = (
  { imageBudget: bytes = 0 }: { readonly imageBudget?: number },
  host: () => Remote<HostApi>,
): ImageBudget => ({
  bytes,
  confirmRemoval: (images, over) =>
    host().confirmRemoval({
      over,
      names: images.map(({ names, id }) => names[0] ?? id.slice(0, 19)),
      bytes: images.reduce((sum, image) => sum + image.bytes, 0),
    }),
});
