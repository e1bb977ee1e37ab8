import type { FilePort } from '../core/shared/files';
import { byPath } from './openStudyPlaces';
import { type Discovery, FolderWalk } from './openStudyWalk';

/** A search that has the datasets, but for those among very many folders of a kind; `rest` goes on with all else. */
export interface BegunDiscovery {
  readonly datasets: readonly string[];
  rest(): Promise<Discovery>;
}

/** Begins to look through a folder, as `discover` does: not into every report and trial yet. */
export const beginDiscovery = async (
  files: FilePort,
  folder: string,
  signal?: AbortSignal,
): Promise<BegunDiscovery> => {
  const walk = new FolderWalk(files, folder, signal);
  await walk.folder(folder, 0);
  const rest = async (): Promise<Discovery> => {
    await walk.rest();
    walk.sort();
    walk.problems.push(...walk.unknown.problems());
    return walk;
  };
  return { datasets: [...walk.datasets].sort(byPath), rest };
};

/**
 * Looks through a folder for datasets, predictions, evaluations and results, by content. Bounded in depth, count and
 * size; links are never followed; what was passed over for a bound, or was not recognised, is listed.
 */
export const discover = async (files: FilePort, folder: string, signal?: AbortSignal): Promise<Discovery> =>
  (await beginDiscovery(files, folder, signal)).rest();
