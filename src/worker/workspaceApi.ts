import { openImageWorkspace } from '../app/imageWorkspace';
import { instanceTarget } from '../app/instanceTarget';
import { type OpenRequest, openInstance } from '../app/openInstance';
import type { OpenInstanceResult } from '../app/openInstanceFolder';
import { sourceOfInstance } from '../app/openInstanceSource';
import { type DatasetStudy, studyOfDataset } from '../app/openInstanceStudy';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { gitImageWorkspaces } from '../io/git/imageWorkspaces';
import { defaultContext } from '../io/git/mirror';
import { readTie } from '../io/git/tie';
import { diffWorkspace } from '../io/git/workspaceDiff';
import { gitWorkspaces } from '../io/git/workspaces';
import { openEngine } from '../io/jobs/openEngine';
import { openSessions } from '../io/jobs/openSessions';
import { sha256 } from '../io/store/sha256';
import type { AppApi, HostApi } from '../protocol/app';
import type { OpenWorkspaceReply, OpenWorkspaceRequest } from '../protocol/openWorkspace';
import type { Remote } from '../protocol/rpc';
import type { ReadingApi } from '../protocol/worker';
import { imageHooks } from './imageHooks';
import type { Tasks } from './tasks';

type WorkspaceApi = Pick<AppApi, 'openWorkspace' | 'workspaceDiff' | 'workspaceTie'>;

/** Workspaces of instances: made, found again, and what was done in them. */
export const workspaceApi = (
  files: FilePort,
  reading: Pick<ReadingApi, 'readInstance'>,
  tasks: Tasks,
  host: () => Remote<HostApi>,
): WorkspaceApi => ({
  openWorkspace: (q) =>
    tasks.run(q.task, async (signal) => {
      const instance = await reading.readInstance(q);
      if (!instance) throw new InputFault(`${q.datasetPath} has no instance ${q.instanceId}.`);
      const study = await studyOfDataset(files, q.datasetPath);
      const opening = { files, q, instance, study, host, signal };
      return q.fromImage === undefined ? openCheckout(opening) : openImage(opening);
    }),
  workspaceDiff: ({ folder }) => diffWorkspace(folder),
  workspaceTie: async ({ folder }) => {
    const tie = await readTie(folder, defaultContext());
    if (tie === null || tie.datasetPath === null) return null;
    return { studyFolder: tie.studyRoot ?? tie.datasetPath, datasetPath: tie.datasetPath, instanceId: tie.instanceId };
  },
});

interface Opening {
  readonly files: FilePort;
  readonly q: OpenWorkspaceRequest;
  readonly instance: Instance;
  readonly study: DatasetStudy;
  readonly host: () => Remote<HostApi>;
  readonly signal: AbortSignal;
}

const requestOf = ({ q, instance }: Opening): OpenRequest => {
  const { datasetPath, withTestPatch, onExisting, studyFolder } = q;
  return { instance, studyRoot: studyFolder, datasetPath, withTestPatch, onExisting };
};

const openCheckout = async (opening: Opening): Promise<OpenWorkspaceReply> => {
  const { q, instance, study, host, signal } = opening;
  const source = sourceOfInstance(instance, { ...study.hints, repositories: q.repositories });
  const { image } = await targetOf(opening);
  if (source === null) return { kind: 'no-source', repo: instance.repo, image: image?.image ?? null };
  const progress = (text: string) => void host().progress({ task: q.task, text });
  const request = { ...requestOf(opening), source };
  return replyOf(await openInstance({ workspaces: gitWorkspaces(), sha256 }, request, progress, signal));
};

const targetOf = ({ files, q, instance, study }: Opening) =>
  instanceTarget(files, q.datasetPath, instance, study, { images: q.images });

const openImage = async (opening: Opening): Promise<OpenWorkspaceReply> => {
  const { q, host, signal } = opening;
  const { endpoint, fromImage: history = 'scrub' } = q;
  const { image, testbed } = await targetOf(opening);
  const ports = {
    engine: await openEngine('docker', endpoint),
    sessions: await openSessions('docker', endpoint),
    workspaces: gitWorkspaces(),
    trees: gitImageWorkspaces(),
    sha256,
  };
  const request = { ...requestOf(opening), image, testbed, history };
  return replyOf(await openImageWorkspace(ports, request, imageHooks(q.task, host, q), signal));
};

const replyOf = (result: OpenInstanceResult): OpenWorkspaceReply =>
  result.kind === 'dirty'
    ? { kind: 'dirty', folder: result.folder }
    : { kind: 'opened', folder: result.folder, reused: result.reused, notes: result.notes };
