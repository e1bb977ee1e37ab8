import { evaluationTarget, noTargetSettings } from '../../app/evaluation/target';
import { type ImageWorkspaceRequest, openImageWorkspace } from '../../app/imageWorkspace';
import type { OpenRequest } from '../../app/openInstance';
import type { OpenInstanceResult } from '../../app/openInstanceFolder';
import type { DatasetStudy } from '../../app/openInstanceStudy';
import type { ImageHooks } from '../../core/run/container/engine';
import { gitImageWorkspaces } from '../../io/git/imageWorkspaces';
import { gitWorkspaces } from '../../io/git/workspaces';
import { openEngine } from '../../io/jobs/openEngine';
import { openSessions } from '../../io/jobs/openSessions';
import { sha256 } from '../../io/store/sha256';
import { ask } from './evaluateEngine';
import type { OpenOptions } from './openOptions';

/** What is opened and from where: `--image`, else what the study file says, else the row, else its benchmark's rule. */
export const imageRequest = (
  request: OpenRequest,
  options: OpenOptions,
  study: DatasetStudy,
): ImageWorkspaceRequest => {
  const images = options.image === undefined ? {} : { [request.instance.id]: options.image };
  const { environments = [], datasetId = null } = study.hints;
  const { image, testbed } = evaluationTarget(
    request.instance,
    { ...noTargetSettings, images },
    environments,
    datasetId,
  );
  return { ...request, image, testbed, history: options.history ?? 'scrub' };
};

/** What opening it would do, in sentences. */
export const describeImageRequest = ({ image, testbed, history }: ImageWorkspaceRequest, folder: string): string[] => [
  `Prepare the image ${image?.image ?? '(none is named)'}, and pull it if need be.`,
  `Copy ${testbed} out of a container without network into ${folder}; the image's own repository is not opened here.`,
  history === 'keep'
    ? "Bring base's ancestry along, checked; nothing later."
    : 'Make one commit of the files, ours; no history comes along.',
];

export const openFromImage = async (
  request: ImageWorkspaceRequest,
  options: OpenOptions,
  onProgress: (text: string) => void,
  signal: AbortSignal,
): Promise<OpenInstanceResult> => {
  const endpoint = options.endpoint ?? null;
  const ports = {
    engine: await openEngine('docker', endpoint),
    sessions: await openSessions('docker', endpoint),
    workspaces: gitWorkspaces(),
    trees: gitImageWorkspaces(),
    sha256,
  };
  const yes = options.yes ?? false;
  const hooks: ImageHooks = {
    onProgress,
    confirmPull: (image, namespace) => ask(`The dataset names the image ${image}. Pull images of ${namespace}?`, yes),
    confirmBuild: (image, what) => ask(`The study file wants the image ${image} built: ${what} Build it?`, yes),
  };
  return openImageWorkspace(ports, request, hooks, signal);
};
