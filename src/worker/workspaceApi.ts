import { openInstance } from '../app/openInstance';
import { sourceOfInstance } from '../app/openInstanceSource';
import { studyOfDataset } from '../app/openInstanceStudy';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { defaultContext } from '../io/git/mirror';
import { readTie } from '../io/git/tie';
import { diffWorkspace } from '../io/git/workspaceDiff';
import { gitWorkspaces } from '../io/git/workspaces';
import { sha256 } from '../io/store/sha256';
import type { AppApi, HostApi } from '../protocol/app';
import type { Remote } from '../protocol/rpc';
import type { ReadingApi } from '../protocol/worker';
import type { Tasks } from './tasks';

type WorkspaceApi = Pick<AppApi, 'openWorkspace' | 'workspaceDiff' | 'workspaceTie'>;

/** Checkouts of instances: made, found again, and what was done in them. */
export const workspaceApi = (
  files: FilePort,
  reading: ReadingApi,
  tasks: Tasks,
  host: () => Remote<HostApi>,
): WorkspaceApi => ({
  openWorkspace: (q) =>
    tasks.run(q.task, async (signal) => {
      const instance = await reading.readInstance(q);
      if (!instance) throw new InputFault(`${q.datasetPath} has no instance ${q.instanceId}.`);
      const { hints } = await studyOfDataset(files, q.datasetPath);
      const source = sourceOfInstance(instance, { ...hints, repositories: q.repositories });
      if (source === null) return { kind: 'no-source', repo: instance.repo };
      const { datasetPath, withTestPatch, onExisting, studyFolder } = q;
      const request = { instance, source, studyRoot: studyFolder, datasetPath, withTestPatch, onExisting };
      const progress = (text: string) => void host().progress({ task: q.task, text });
      const result = await openInstance({ workspaces: gitWorkspaces(), sha256 }, request, progress, signal);
      return result.kind === 'dirty'
        ? { kind: 'dirty', folder: result.folder }
        : { kind: 'opened', folder: result.folder, reused: result.reused };
    }),
  workspaceDiff: ({ folder }) => diffWorkspace(folder),
  workspaceTie: async ({ folder }) => {
    const tie = await readTie(folder, defaultContext());
    if (tie === null || tie.datasetPath === null) return null;
    return { studyFolder: tie.studyRoot ?? tie.datasetPath, datasetPath: tie.datasetPath, instanceId: tie.instanceId };
  },
});
