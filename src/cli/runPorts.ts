import type { RunPorts } from '../app/run/runRequest';
import type { Engine } from '../core/run/container/engine';
import type { Sessions } from '../core/run/container/session';
import { gitWorkspaceFiles } from '../io/git/workspaceFiles';
import { systemClock } from '../io/jobs/systemClock';
import { environmentKeys } from '../io/providers/environmentKeys';
import { models } from '../io/providers/openModels';
import { openRunFolder } from '../io/store/runFolder';
import { sha256 } from '../io/store/sha256';

/** What runs of models need on the command line, where keys come from the environment alone. */
export const runPorts = (engine: Engine, sessions: Sessions): RunPorts => ({
  engine,
  sessions,
  workspaceFiles: gitWorkspaceFiles(),
  models,
  keys: environmentKeys,
  runs: { open: openRunFolder },
  sha256,
  clock: systemClock,
});
