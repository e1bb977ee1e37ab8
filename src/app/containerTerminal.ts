import type { Instance } from '../core/instance/instance';
import type { Engine, ImageHooks } from '../core/run/container/engine';
import { defaultLimits } from '../core/run/container/limits';
import type { Session, SessionSpec, Sessions, Terminal } from '../core/run/container/session';
import { counted } from '../core/shared/counted';
import { InputFault } from '../core/shared/problem';
import type { WorkspaceFiles } from '../core/workspace/workspaceFiles';
import { removeFiles } from './containerFiles';
import type { EvaluationTarget } from './evaluation/request';
import { makeTestbed } from './sessionTestbed';

export interface ContainerTerminalPorts {
  readonly engine: Pick<Engine, 'prepareImage' | 'clean'>;
  readonly sessions: Sessions;
  readonly files: WorkspaceFiles;
}

export interface ContainerTerminalRequest {
  readonly instance: Instance;
  /** Where the instance is run, as an evaluation would have it. */
  readonly target: Pick<EvaluationTarget, 'image' | 'repository' | 'testbed' | 'env'>;
  /** Workspace whose files are put in; null: the testbed stays at base. */
  readonly folder: string | null;
  readonly columns: number;
  readonly rows: number;
}

/** An open terminal; `close` ends the shell and removes the container. */
export interface ContainerTerminal {
  readonly terminal: Terminal;
  /** What stands above the shell, a line each. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** A terminal that its window forgot ends by itself after a working day. */
const ttlMs = 12 * 60 * 60_000;

/**
 * Opens a shell in a container of the instance's image, without network, with a copy of the workspace's files as they
 * stand. What is done there stays there. Throws InputFault and EnvironmentFault; then no container is left.
 */
export const openContainerTerminal = async (
  ports: ContainerTerminalPorts,
  request: ContainerTerminalRequest,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<ContainerTerminal> => {
  const { image } = request.target;
  if (image === null)
    throw new InputFault(
      `No image is named for ${request.instance.id}; name one by touchstone.images or \`environments[].image\` of the study file.`,
    );
  // Containers of windows that are gone, but none that a run could still take over; that they can't go stops nobody.
  await ports.engine.clean({ dryRun: false, sparesResumable: true }).catch(() => undefined);
  const { reference = image.image } = await ports.engine.prepareImage(image, hooks, signal);
  hooks.onProgress('Starting a container');
  const session = await ports.sessions.openSession(sessionOf(request, reference), signal);
  try {
    const words = await putFiles(ports, session, request, hooks, signal);
    const terminal = await openShell(session, request);
    signal?.throwIfAborted();
    const close = async () => {
      await terminal.close().catch(() => undefined);
      await session.close();
    };
    return { terminal, lines: [`A container of ${reference}, without network.`, words], close };
  } catch (error) {
    await session.close();
    throw error;
  }
};

const sessionOf = ({ instance, target }: ContainerTerminalRequest, image: string): SessionSpec => ({
  labels: { 'dev.touchstone.schema': '1', 'dev.touchstone.instance': instance.id, 'dev.touchstone.use': 'terminal' },
  image,
  env: target.env,
  workdir: '/',
  user: null,
  limits: defaultLimits,
  mounts: [],
  ttlMs,
});

/** Interactive bash, whose own files set up what images set up there (conda, nvm); else what the image calls sh. */
const shell = ['sh', '-c', 'command -v bash >/dev/null 2>&1 && exec bash || exec sh'];

const openShell = (session: Session, { target, columns, rows }: ContainerTerminalRequest): Promise<Terminal> =>
  session.terminal({ command: shell, cwd: target.testbed, env: {}, columns, rows });

/** Brings the testbed to what the workspace holds; gives the sentence that says so. */
const putFiles = async (
  ports: ContainerTerminalPorts,
  session: Session,
  request: ContainerTerminalRequest,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<string> => {
  const { folder, target } = request;
  const tie = folder === null ? null : await ports.files.tieOf(folder);
  const ofTie = tie !== null && tie.image === undefined;
  const bed = {
    instanceId: request.instance.id,
    testbed: target.testbed,
    source: ofTie ? tie.source : target.repository,
    commit: ofTie ? tie.baseCommit : request.instance.baseCommit,
  };
  const from = await makeTestbed(ports.files, session, bed, hooks, signal);
  if (folder === null || tie === null) return `${target.testbed} is ${from}. Nothing that is done here is kept.`;
  hooks.onProgress("Copying the workspace's files in");
  const changes = await ports.files.withChanges(
    folder,
    async (staged) => {
      if (staged.deleted.length > 0) await removeFiles(session, target.testbed, staged.deleted, signal);
      if (staged.changed > 0) await session.upload(staged.folder, target.testbed, signal);
      return staged.changed + staged.deleted.length;
    },
    signal,
  );
  const work =
    changes === 0 ? 'unchanged by the workspace' : `with ${counted(changes, 'changed file')} of the workspace`;
  return `${target.testbed} is a copy: ${from}, ${work}. What is changed here doesn't go back.`;
};
