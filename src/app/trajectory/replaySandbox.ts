import type { Instance } from '../../core/instance/instance';
import type { Engine, ImageHooks, JobLimits } from '../../core/run/container/engine';
import { defaultLimits } from '../../core/run/container/limits';
import type { Session, SessionSpec, Sessions } from '../../core/run/container/session';
import type { PathRewrite } from '../../core/run/trajectory/replay/pathRewrite';
import type { ShellHabit } from '../../core/run/trajectory/replay/shellHabit';
import { InputFault } from '../../core/shared/problem';
import type { WorkspaceFiles } from '../../core/workspace/workspaceFiles';
import type { EvaluationTarget } from '../evaluation/request';
import { lookAround } from '../sessionLook';
import { runStep } from '../sessionStep';
import { makeTestbed } from '../sessionTestbed';

export interface ReplaySandboxPorts {
  readonly engine: Pick<Engine, 'prepareImage'>;
  readonly sessions: Sessions;
  readonly files: Pick<WorkspaceFiles, 'withBase'>;
}

export interface ReplayPlace {
  /** Null where nothing says which one the trajectory is of: the image's own testbed is taken. */
  readonly instance: Instance | null;
  readonly target: Pick<EvaluationTarget, 'image' | 'repository' | 'testbed' | 'env'>;
  /** Whether the sandbox is a container; else its commands see this machine. */
  readonly isContained: boolean;
  /** Left out: the usual ones. */
  readonly limits?: JobLimits;
}

/** A sandbox with the testbed at base, and what is known of its folders. */
export interface ReplaySandbox {
  readonly session: Pick<Session, 'start' | 'killAll'>;
  /** Null: not a container. */
  readonly image: string | null;
  /** The repository's folder as programs in the sandbox see it. */
  readonly testbed: string;
  /** A folder for notes of ours, out of the agent's way. */
  readonly notes: string;
  readonly rewrite: PathRewrite;
}

/** A sandbox that its window forgot ends by itself. */
const ttlMs = 12 * 60 * 60_000;

const sessionOf = ({ instance, target, limits }: ReplayPlace, image: string, habit: ShellHabit): SessionSpec => ({
  labels: {
    'dev.touchstone.schema': '1',
    'dev.touchstone.instance': instance?.id ?? '',
    'dev.touchstone.use': 'replay',
  },
  image,
  env: { ...target.env, ...habit.env },
  workdir: '/',
  user: null,
  limits: limits ?? defaultLimits,
  mounts: [],
  ttlMs,
});

const imageOf = async (
  { engine }: ReplaySandboxPorts,
  { instance, target, isContained }: ReplayPlace,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<string> => {
  if (!isContained) return '';
  if (target.image === null)
    throw new InputFault(
      `No image is named for ${instance?.id ?? 'this trajectory'}; name one by --image, touchstone.images or \`environments[].image\` of the study file.`,
    );
  const { reference = target.image.image } = await engine.prepareImage(target.image, hooks, signal);
  return reference;
};

const isFolder = async (session: Session, path: string, signal?: AbortSignal): Promise<boolean> => {
  const { end } = await runStep(session, { command: ['sh', '-c', '[ -d "$1" ]', 'sh', path] }, signal);
  return end.exitCode === 0;
};

const fill = async (
  ports: ReplaySandboxPorts,
  session: Session,
  place: ReplayPlace,
  habit: ShellHabit,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<Omit<ReplaySandbox, 'session' | 'image'>> => {
  const { instance, target } = place;
  const { root, notes } = await lookAround(session, signal);
  const wanted = {
    instanceId: instance?.id ?? 'this trajectory',
    testbed: target.testbed,
    source: target.repository,
    commit: instance?.baseCommit ?? null,
    root,
  };
  await makeTestbed(ports.files, session, wanted, hooks, signal);
  const recorded = habit.cwd ?? target.testbed;
  const isThere = root === '' && (await isFolder(session, recorded, signal));
  const testbed = root + target.testbed;
  return { testbed, notes, rewrite: { recorded, actual: isThere ? recorded : testbed } };
};

/**
 * Runs `work` in a fresh sandbox with the instance's testbed at base, without network. It is removed whatever happens.
 * Throws InputFault and EnvironmentFault.
 */
export const inReplaySandbox = async <T>(
  ports: ReplaySandboxPorts,
  place: ReplayPlace,
  habit: ShellHabit,
  hooks: ImageHooks,
  work: (sandbox: ReplaySandbox) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  const image = await imageOf(ports, place, hooks, signal);
  hooks.onProgress(place.isContained ? 'Starting a container' : 'Making a throw-away folder');
  const session = await ports.sessions.openSession(sessionOf(place, image, habit), signal);
  try {
    const filled = await fill(ports, session, place, habit, hooks, signal);
    return await work({ session, image: image || null, ...filled });
  } finally {
    await session.close();
  }
};
