import { resolve } from 'node:path';
import { type ImageWorkspaceRequest, openImageWorkspace } from '../../app/imageWorkspace';
import { instanceTarget } from '../../app/instanceTarget';
import type { OpenRequest } from '../../app/openInstance';
import type { OpenInstanceResult } from '../../app/openInstanceFolder';
import type { DatasetStudy } from '../../app/openInstanceStudy';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitImageWorkspaces } from '../../io/git/imageWorkspaces';
import { gitWorkspaces } from '../../io/git/workspaces';
import { openEngine } from '../../io/jobs/openEngine';
import { openSessions } from '../../io/jobs/openSessions';
import { sha256 } from '../../io/store/sha256';
import { imageQuestions } from '../imageQuestions';
import type { OpenOptions } from './openOptions';

/** What is opened and from where: `--image`, else what the study file says, else the row, else its benchmark's rule. */
export const imageRequest = async (
  request: OpenRequest,
  options: OpenOptions,
  study: DatasetStudy,
): Promise<ImageWorkspaceRequest> => {
  const { instance } = request;
  const settings = options.image === undefined ? {} : { images: { [instance.id]: options.image } };
  const { image, testbed } = await instanceTarget(nodeFiles, resolve(options.dataset), instance, study, settings);
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
  const hooks = { onProgress, ...imageQuestions(options.yes ?? false) };
  return openImageWorkspace(ports, request, hooks, signal);
};
