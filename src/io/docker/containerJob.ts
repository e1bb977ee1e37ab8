import type Docker from 'dockerode';
import type { JobEnd, JobSpec } from '../../core/run/container/engine';
import type { OutputTap } from '../jobs/outputTap';
import { engineWords, statusOf } from './faults';

/** A submitted job as this process knows it. */
export interface ContainerJob {
  readonly container: Docker.Container;
  readonly spec: JobSpec;
  readonly tap: OutputTap;
  readonly startedAt: number;
  /** Settles when the main process has ended or the connection was lost; asked for before the start. */
  exit: Promise<unknown>;
}

interface State {
  readonly running: boolean;
  readonly exitCode: number | null;
  readonly oomKilled: boolean;
}

type Look =
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'gone' | 'unreachable'; readonly why: string };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const look = async (container: Docker.Container): Promise<Look> => {
  try {
    const { State } = await container.inspect({ abortSignal: AbortSignal.timeout(20_000) });
    return {
      kind: 'state',
      state: { running: State.Running, exitCode: State.Running ? null : State.ExitCode, oomKilled: State.OOMKilled },
    };
  } catch (error) {
    if (statusOf(error) === 404) return { kind: 'gone', why: 'the engine no longer knows the container' };
    return { kind: 'unreachable', why: engineWords(error) };
  }
};

/** Looks again a few times: an engine that restarts comes back within seconds, and the container may have lived on. */
const lookPatiently = async (container: Docker.Container): Promise<Look> => {
  let last = await look(container);
  for (const ms of [300, 1000, 2500]) {
    if (last.kind !== 'unreachable') return last;
    await pause(ms);
    last = await look(container);
  }
  return last;
};

const killQuietly = async (container: Docker.Container): Promise<void> => {
  await container.kill({ abortSignal: AbortSignal.timeout(20_000) }).catch(() => undefined);
};

type Event = 'exit' | 'lost' | 'deadline' | 'aborted';

const nextEvent = async (
  job: ContainerJob,
  leftMs: number,
  signal?: AbortSignal,
): Promise<{ event: Event; error?: unknown }> => {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => {};
  const deadline = new Promise<{ event: Event }>((resolve) => {
    timer = setTimeout(() => resolve({ event: 'deadline' }), Math.max(0, leftMs));
  });
  const aborted = new Promise<{ event: Event }>((resolve) => {
    onAbort = () => resolve({ event: 'aborted' });
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  const exit = job.exit.then(
    () => ({ event: 'exit' as Event }),
    (error: unknown) => ({ event: 'lost' as Event, error }),
  );
  try {
    return await Promise.race([exit, deadline, aborted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
};

const endOf = (state: State, stopped: 'deadline' | 'aborted' | null): JobEnd['kind'] => {
  if (stopped === 'deadline') return 'time-out';
  if (stopped === 'aborted') return 'killed';
  if (state.oomKilled) return 'oom';
  return state.exitCode === 0 ? 'finished' : 'killed';
};

const stateEvidence = (state: State): string[] => [
  `exit code ${state.exitCode}`,
  ...(state.oomKilled ? ['the engine says that a process was killed for want of memory'] : []),
];

/**
 * Waits for a job's end. A lost connection is no end: the container is looked up again, and taken up where it still
 * runs. After the end it is always inspected: a closed stream alone says nothing.
 */
export const awaitEnd = async (job: ContainerJob, signal?: AbortSignal): Promise<JobEnd> => {
  const evidence: string[] = [];
  let stopped: 'deadline' | 'aborted' | null = null;
  for (;;) {
    const leftMs = job.startedAt + job.spec.deadlineMs - performance.now();
    const { event, error } = await nextEvent(
      job,
      stopped === null ? leftMs : 30_000,
      stopped === null ? signal : undefined,
    );
    if (event === 'lost') evidence.push(`connection lost: ${engineWords(error)}`);
    if (stopped === null && (event === 'deadline' || event === 'aborted')) {
      stopped = event;
      evidence.push(event === 'deadline' ? `the watchdog ended it after ${job.spec.deadlineMs} ms` : 'cancelled');
      await killQuietly(job.container);
      continue;
    }
    const seen = await lookPatiently(job.container);
    if (seen.kind === 'state' && seen.state.running && event === 'lost') {
      evidence.push('the container was found running and taken up again');
      job.tap.markBroken();
      job.exit = job.container.wait();
      continue;
    }
    return finish(job, seen, stopped, evidence);
  }
};

const finish = async (
  job: ContainerJob,
  seen: Look,
  stopped: 'deadline' | 'aborted' | null,
  evidence: string[],
): Promise<JobEnd> => {
  const wallMs = performance.now() - job.startedAt;
  if (seen.kind !== 'state') {
    const kind = seen.kind === 'gone' ? 'lost' : 'infrastructure';
    return { kind, exitCode: null, evidence: [...evidence, seen.why], wallMs, output: null };
  }
  if (seen.state.running)
    return { kind: 'lost', exitCode: null, evidence: [...evidence, 'it could not be ended'], wallMs, output: null };
  await Promise.race([job.tap.ended, pause(10_000)]);
  const kind = endOf(seen.state, stopped);
  return {
    kind,
    exitCode: seen.state.exitCode,
    evidence: [...evidence, ...stateEvidence(seen.state)],
    wallMs,
    output: job.tap.digest(),
  };
};
