import { cleanFolders } from '../local/leftovers';
import { findBuildLogs, removeBuildLogs } from '../store/buildLogs';
import { openEngine } from './openEngine';
import { openImages } from './openImages';

/** What of ours lies on this machine and on the engine at `endpoint` (null: the usual one), and how it is removed. */
export const cleanUpPorts = (endpoint: string | null) => {
  const engine = openEngine('docker', endpoint);
  // Whoever asks for a part of the engine gets its fault; nobody else does.
  engine.catch(() => undefined);
  return {
    containers: async () => {
      const opened = await engine;
      return (options: { readonly dryRun: boolean }) => opened.clean(options);
    },
    folders: async () => (options: { readonly dryRun: boolean }) => cleanFolders(options.dryRun),
    images: async () => (await openImages(endpoint)).store,
    logs: { find: findBuildLogs, remove: removeBuildLogs },
    now: () => Date.now(),
  };
};
