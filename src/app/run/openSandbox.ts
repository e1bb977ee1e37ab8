import type { Instance } from '../../core/instance/instance';
import type { PreparedAttempt } from '../../core/run/agent/attempt';
import type { ImageHooks, ImageRequest, JobLimits, PreparedImage } from '../../core/run/container/engine';
import type { Session, Sessions } from '../../core/run/container/session';
import { InputFault } from '../../core/shared/problem';
import type { WorkspaceFiles } from '../../core/workspace/workspaceFiles';
import type { EvaluationTarget } from '../evaluation/request';
import { lookAround } from '../sessionLook';
import { makeTestbed } from '../sessionTestbed';
import { type OpenedPlace, RunSandbox, type SandboxSignals } from './attemptSandbox';
import { scrubHistory } from './scrubHistory';

export interface SandboxPorts {
  readonly sessions: Sessions;
  readonly files: Pick<WorkspaceFiles, 'withBase'>;
  prepareImage(request: ImageRequest, hooks: ImageHooks, signal: AbortSignal): Promise<PreparedImage>;
}

export interface WantedSandbox {
  readonly instance: Instance;
  readonly target: EvaluationTarget;
  readonly runId: string;
  /** Whether it is a container; else its commands see this machine. */
  readonly isContained: boolean;
  readonly limits: JobLimits;
  readonly prepared: Pick<PreparedAttempt, 'mounts' | 'env' | 'interpreter'>;
}

/** A sandbox that its process forgot ends by itself. */
const ttlMs = 24 * 60 * 60_000;

/** By which containers of runs are found. */
const runUse = 'run';

const imageOf = async (ports: SandboxPorts, wanted: WantedSandbox, hooks: ImageHooks, signal: AbortSignal) => {
  const { target, instance, isContained } = wanted;
  if (!isContained) return null;
  if (target.image === null)
    throw new InputFault(
      `No image is named for ${instance.id}; name one by --image, touchstone.images or \`environments[].image\` of the study file.`,
    );
  const { reference = target.image.image } = await ports.prepareImage(target.image, hooks, signal);
  return reference;
};

/**
 * On this machine no file of the person's own is read by every shell: the presets name /root/.bashrc, for the sake of
 * images, and one that calls bash scripts itself would never come to an end.
 */
const environmentOf = ({ target, prepared, isContained }: WantedSandbox): Readonly<Record<string, string>> => {
  const all = { ...target.env, ...prepared.env };
  return isContained
    ? all
    : Object.fromEntries(Object.entries(all).filter(([name]) => !/^(?:BASH_ENV|ENV)$/.test(name)));
};

const openSession = (ports: SandboxPorts, wanted: WantedSandbox, image: string | null, signal: AbortSignal) => {
  const { instance, runId, limits, prepared } = wanted;
  return ports.sessions.openSession(
    {
      labels: {
        'dev.touchstone.schema': '1',
        'dev.touchstone.instance': instance.id,
        'dev.touchstone.run': runId,
        'dev.touchstone.use': runUse,
      },
      image: image ?? '',
      env: environmentOf(wanted),
      workdir: '/',
      user: null,
      limits,
      mounts: prepared.mounts,
      ttlMs,
    },
    signal,
  );
};

/** The testbed at base, with nothing in its repository that came later. */
const fill = async (
  ports: SandboxPorts,
  session: Session,
  { instance, target, isContained, prepared }: WantedSandbox,
  image: string | null,
  hooks: ImageHooks,
  signal: AbortSignal,
): Promise<OpenedPlace> => {
  const { root, notes } = await lookAround(session, signal);
  const wanted = {
    instanceId: instance.id,
    testbed: target.testbed,
    source: target.repository,
    commit: instance.baseCommit,
    root,
  };
  const brought = await makeTestbed(ports.files, session, wanted, hooks, signal);
  const testbed = root + target.testbed;
  const history = await scrubHistory(session, { notes, testbed, base: instance.baseCommit, isContained }, signal);
  return { image, testbed, notes, interpreter: prepared.interpreter ?? ['bash', '-c'], brought, history };
};

/**
 * Runs `work` in a fresh sandbox with the instance's testbed at base and no history beyond it. It is removed whatever
 * happens. Throws InputFault, EnvironmentFault, and what the signal was aborted with.
 */
export const inRunSandbox = async <T>(
  ports: SandboxPorts,
  wanted: WantedSandbox,
  hooks: ImageHooks,
  work: (sandbox: RunSandbox) => Promise<T>,
  signals: SandboxSignals,
): Promise<T> => {
  const { attempt: signal } = signals;
  const image = await imageOf(ports, wanted, hooks, signal);
  hooks.onProgress(wanted.isContained ? 'starting a container' : 'making a throw-away folder');
  const session = await openSession(ports, wanted, image, signal);
  try {
    const place = await fill(ports, session, wanted, image, hooks, signal);
    return await work(await RunSandbox.over(session, place, signals));
  } finally {
    await session.close();
  }
};
