import type { Engine, ImageHooks, ImageRequest } from '../core/run/container/engine';
import { defaultLimits } from '../core/run/container/limits';
import type { Session, SessionSpec, Sessions, TreeLimits } from '../core/run/container/session';
import { InputFault } from '../core/shared/problem';
import { isCommit } from '../core/workspace/commit';
import { folderName } from '../core/workspace/folderName';
import type { TreeHistory } from '../core/workspace/imageOrigin';
import type { ImageTree, ImageWorkspaces, TestbedFacts } from '../core/workspace/imageTree';
import type { WorkspaceTie } from '../core/workspace/workspaces';
import { bundleTestbed, readTestbed } from './imageTestbed';
import { defaultFolder, type OpenInstancePorts, type OpenRequest, originOf } from './openInstance';
import { type OpenInstanceResult, openFolder } from './openInstanceFolder';
import { runStep } from './sessionStep';

export interface ImageWorkspacePorts extends OpenInstancePorts {
  readonly engine: Pick<Engine, 'prepareImage'>;
  readonly sessions: Sessions;
  readonly trees: ImageWorkspaces;
}

export interface ImageWorkspaceRequest extends OpenRequest {
  /** Null where nothing names one. */
  readonly image: ImageRequest | null;
  /** Where the tree stands in the image; absolute. */
  readonly testbed: string;
  readonly history: TreeHistory;
}

const megabyte = 1024 ** 2;

/** What a tree may come to; a larger one is refused, since a part of it is no workspace. */
const treeLimits: TreeLimits = { entries: 500_000, bytes: 16 * 1024 * megabyte };

/** How long a forgotten sandbox of ours waits before it ends by itself. */
const ttlMs = 60 * 60_000;

/**
 * Opens an instance's tree out of its image as a workspace: the files of the testbed in a repository of our own, with
 * one commit (`scrub`) or base's ancestry (`keep`); or gives the one that was made before. Nothing of the image's own
 * repository is opened on this machine. Throws InputFault and EnvironmentFault; then, and where the signal ends it,
 * nothing half made is left and the sandbox is gone.
 */
export const openImageWorkspace = async (
  ports: ImageWorkspacePorts,
  request: ImageWorkspaceRequest,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<OpenInstanceResult> => {
  const wanted = checked(request);
  const name = `${folderName(wanted.instance.id, ports.sha256)}${suffix(wanted)}`;
  const opening = {
    workspaces: ports.workspaces,
    folder: wanted.dir ?? defaultFolder(ports, wanted, name),
    isNamed: wanted.dir !== undefined,
    origin: originOf(wanted),
    onExisting: wanted.onExisting,
    isSame: (tie: WorkspaceTie) => isSame(tie, wanted),
    make: (folder: string) => make(ports, wanted, folder, hooks, signal),
  };
  return openFolder(opening, signal);
};

type Wanted = ImageWorkspaceRequest & { readonly image: ImageRequest };

const checked = (request: ImageWorkspaceRequest): Wanted => {
  const { instance, image, history, withTestPatch } = request;
  const id = JSON.stringify(instance.id.slice(0, 200));
  if (image === null)
    throw new InputFault(
      `Instance ${id} names no image; name one by touchstone.images, \`environments[].image\` of the study file, or --image.`,
    );
  if (withTestPatch && !instance.testPatch)
    throw new InputFault(`Instance ${id} has no test_patch; open it without tests.`);
  if (history === 'keep' && (instance.baseCommit === null || !isCommit(instance.baseCommit)))
    throw new InputFault(`Instance ${id} has no whole base_commit, so no history can be kept; open it scrubbed.`);
  return { ...request, image };
};

const suffix = ({ history, withTestPatch }: Wanted): string =>
  `.image${history === 'keep' ? '-history' : ''}${withTestPatch ? '.with-tests' : ''}`;

const isSame = (tie: WorkspaceTie, { instance, image, history, testbed, withTestPatch }: Wanted): boolean =>
  tie.instanceId === instance.id &&
  tie.image?.image === image.image &&
  tie.image.testbed === testbed &&
  tie.image.history === history &&
  tie.withTestPatch === withTestPatch;

const make = async (
  ports: ImageWorkspacePorts,
  request: Wanted,
  folder: string,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<readonly string[] | null> => {
  const { digest, reference = request.image.image } = await ports.engine.prepareImage(request.image, hooks, signal);
  hooks.onProgress('Starting a container of the image');
  const session = await ports.sessions.openSession(sessionOf(request, reference), signal);
  try {
    const tree = await treeOf(session, request, digest, hooks, signal);
    const made = await ports.trees.makeFromImage(tree, folder, originOf(request), hooks.onProgress, signal);
    return made?.notes ?? null;
  } finally {
    await session.close();
  }
};

/** An image that we build is named after what went into it, not as it was asked for. */
const sessionOf = ({ instance }: Wanted, image: string): SessionSpec => ({
  labels: { 'dev.touchstone.schema': '1', 'dev.touchstone.instance': instance.id, 'dev.touchstone.use': 'tree' },
  image,
  env: {},
  workdir: '/',
  user: null,
  limits: defaultLimits,
  mounts: [],
  ttlMs,
});

const treeOf = async (
  session: Session,
  request: Wanted,
  digest: string | null,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<ImageTree> => {
  const { instance, image, testbed, history, withTestPatch } = request;
  hooks.onProgress(`Looking at ${testbed} in the image`);
  const { baseCommit } = instance;
  const base = baseCommit !== null && isCommit(baseCommit) ? baseCommit.toLowerCase() : null;
  const facts = await readTestbed(session, testbed, base, signal);
  if (history === 'keep') refuseWithoutHistory(facts, request);
  return {
    instanceId: instance.id,
    baseCommit: base,
    origin: { image: image.image, digest, testbed, history },
    testPatch: withTestPatch ? instance.testPatch : null,
    facts,
    copyFiles: (folder, stop) => copyFiles(session, testbed, folder, hooks, stop),
    copyHistory: async (folder, stop) => {
      hooks.onProgress("Bundling base's history in the container");
      const from = await bundleTestbed(session, testbed, base ?? '', stop);
      const limits = { entries: 10, bytes: treeLimits.bytes };
      await session.download(from, folder, { limits, leaveOut: [] }, stop);
    },
  };
};

const refuseWithoutHistory = (facts: TestbedFacts, { testbed, image, instance }: Wanted): void => {
  const instead = 'Open it with a scrubbed history instead.';
  const base = instance.baseCommit?.slice(0, 12);
  if (facts.tracked === null)
    throw new InputFault(`${image.image} has no git repository at ${testbed}, or no git to read it. ${instead}`);
  if (!facts.hasBase) throw new InputFault(`The repository in ${image.image} has no commit ${base}. ${instead}`);
  if (facts.isShallow)
    throw new InputFault(`The repository in ${image.image} is a shallow clone: it has no history to keep. ${instead}`);
};

/** Never opened on the host, and never there: the image's repository, and settings that an editor would obey. */
const leaveOut = ['.git', '.vscode'];

const copyFiles = async (
  session: Session,
  testbed: string,
  folder: string,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const total = await bytesOf(session, testbed, signal);
  const of = total === null ? '' : ` of about ${megabytes(total)}`;
  const onBytes = (bytes: number) => hooks.onProgress(`Copying the files: ${megabytes(bytes)}${of}`);
  const { skipped } = await session.download(testbed, folder, { limits: treeLimits, leaveOut, onBytes }, signal);
  const cut = skipped.find((line) => / and all after it": /.test(line));
  if (cut === undefined) return skipped;
  throw new InputFault(
    `The tree at ${testbed} is too large for a workspace (${cut}); name the project's own folder as \`environments[].workdir\` of the study file.`,
  );
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / megabyte)} MB`;

/** Bytes that are about to come; null where the image can't say. Throws InputFault where there is no such folder. */
const bytesOf = async (session: Session, testbed: string, signal?: AbortSignal): Promise<number | null> => {
  const command = ['sh', '-c', '[ -d "$1" ] || exit 9; du -sk "$1"', 'sh', testbed];
  const { stdout, end } = await runStep(session, { command }, signal);
  if (end.exitCode === 9)
    throw new InputFault(
      `The image has no folder ${testbed}; name the one where its tree stands as \`environments[].workdir\` of the study file.`,
    );
  const kibibytes = /^(\d+)\s/.exec(new TextDecoder().decode(stdout))?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
};
