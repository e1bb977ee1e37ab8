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
  /** The label of the claim by which a job of an earlier process became ours; null for our own. */
  readonly claim: string | null;
}

interface State {
  readonly running: boolean;
  readonly exitCode: number | null;
  readonly oomKilled: boolean;
  /** Wall-clock milliseconds by the engine's own clock; null while it runs. */
  readonly ranMs: number | null;
}

type Look =
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'gone' | 'unreachable'; readonly why: string };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const stateOf = (said: Docker.ContainerInspectInfo['State']): State => {
  const ranMs = Date.parse(said.FinishedAt) - Date.parse(said.StartedAt);
  return {
    running: said.Running,
    exitCode: said.Running ? null : said.ExitCode,
    oomKilled: said.OOMKilled,
    ranMs: said.Running || !(ranMs >= 0) ? null : ranMs,
  };
};

const look = async (container: Docker.Container): Promise<Look> => {
  try {
    const { State } = await container.inspect({ abortSignal: AbortSignal.timeout(20_000) });
    if (State.Status === 'created') return { kind: 'gone', why: 'it was created and never started' };
    return { kind: 'state', state: stateOf(State) };
  } catch (error) {
    if (statusOf(error) === 404) return { kind: 'gone', why: 'the engine no longer knows the container' };
    return { kind: 'unreachable', why: engineWords(error) };
  }
};

/** Looks again a few times: an engine that restarts comes back within seconds, and the container may have lived on. */
const lookPatiently = async (job: ContainerJob): Promise<Look> => {
  let last = await look(job.container);
  for (const ms of [300, 1000, 2500]) {
    if (last.kind !== 'unreachable') return last;
    job.tap.markBroken();
    await pause(ms);
    last = await look(job.container);
  }
  return last;
};

/** What the job wrote so far, in bytes; 0 where the engine can't say. */
const writtenBytes = async (container: Docker.Container): Promise<number> => {
  const options: Docker.ContainerInspectOptions & { size: true } = {
    size: true,
    abortSignal: AbortSignal.timeout(20_000),
  };
  const seen = await container.inspect(options).catch(() => null);
  return (seen as { readonly SizeRw?: number } | null)?.SizeRw ?? 0;
};

const killQuietly = async (container: Docker.Container): Promise<void> => {
  await container.kill({ abortSignal: AbortSignal.timeout(20_000) }).catch(() => undefined);
};

type Event = 'stream' | 'tick' | 'deadline' | 'aborted';
type Stop = 'deadline' | 'aborted' | 'disk';

const heartbeatMs = 5_000;

/** How long the engine may take to note an end whose stream is over. */
const settleMs = 200;

/** A timer and an abort as one promise that leaves nothing behind. */
const firstOf = async (ms: number, after: Event, others: readonly Promise<Event>[], signal?: AbortSignal) => {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => {};
  const timed = new Promise<Event>((resolve) => {
    timer = setTimeout(() => resolve(after), Math.max(0, ms));
  });
  const aborted = new Promise<Event>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([timed, aborted, ...others]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
};

/**
 * What happens next to a job: its stream ends, it is time to look, its time is over, or nobody wants it any more. The
 * engine's own `wait` is not asked: its answer never comes when the connection is lost under it.
 */
class JobWatch {
  #streamOverAt: number | null = null;
  #pauseMs = 10;

  constructor(private readonly job: ContainerJob) {}

  async next(deadlineAt: number, signal?: AbortSignal): Promise<Event> {
    const left = deadlineAt - performance.now();
    const wanted = this.#streamOverAt !== null ? this.#pauseMs : heartbeatMs;
    const ended = this.job.tap.ended.then((): Event => 'stream');
    const event = await firstOf(
      Math.min(left, wanted),
      left < wanted ? 'deadline' : 'tick',
      this.#streamOverAt !== null ? [] : [ended],
      signal,
    );
    if (this.#streamOverAt !== null) this.#pauseMs = Math.min(1_000, this.#pauseMs * 2);
    if (event === 'stream') this.#streamOverAt = performance.now();
    return event;
  }

  /** Asked of a job that runs: whether its stream ended before it, not just a moment ago. */
  get streamBroke(): boolean {
    return this.#streamOverAt !== null && performance.now() - this.#streamOverAt > settleMs;
  }
}

const endOf = (state: State, stopped: Stop | null): JobEnd['kind'] => {
  if (stopped === 'deadline') return 'time-out';
  if (stopped !== null) return 'killed';
  if (state.oomKilled) return 'oom';
  return state.exitCode === 0 ? 'finished' : 'killed';
};

const stateEvidence = (state: State): string[] => [
  `exit code ${state.exitCode}`,
  ...(state.oomKilled ? ['the engine says that a process was killed for want of memory'] : []),
];

const stopWords = (why: Stop, { deadlineMs, limits }: JobSpec): string => {
  if (why === 'aborted') return 'cancelled';
  if (why === 'deadline') return `the watchdog ended it after ${deadlineMs} ms`;
  return `it was ended, as it had written more than ${limits.diskBytes} bytes; backend.limits.disk says how much it may`;
};

/** How long a killed container may take to be gone. */
const killMs = 30_000;

/**
 * Waits for a job's end. A closed stream or a lost connection is no end: the container is looked up, again and again,
 * and taken up where it still runs.
 */
export const awaitEnd = async (job: ContainerJob, signal?: AbortSignal): Promise<JobEnd> => {
  const evidence: string[] = [];
  const watch = new JobWatch(job);
  let stopped: Stop | null = null;
  let deadlineAt = job.startedAt + job.spec.deadlineMs;
  const stop = async (why: Stop): Promise<void> => {
    stopped = why;
    evidence.push(stopWords(why, job.spec));
    await killQuietly(job.container);
    deadlineAt = performance.now() + killMs;
  };
  for (;;) {
    const event = await watch.next(deadlineAt, stopped === null ? signal : undefined);
    if (stopped === null && (event === 'deadline' || event === 'aborted')) {
      await stop(event);
      continue;
    }
    const seen = await lookPatiently(job);
    const goesOn = seen.kind === 'state' && seen.state.running && event !== 'deadline';
    if (!goesOn) return finish(job, seen, stopped, evidence);
    if (stopped === null && event === 'tick' && (await writtenBytes(job.container)) > job.spec.limits.diskBytes)
      await stop('disk');
    if (!watch.streamBroke || evidence.includes(streamWords)) continue;
    evidence.push(streamWords);
    job.tap.markBroken();
  }
};

const streamWords = 'the connection was lost; the container was found running and taken up again';

const finish = async (job: ContainerJob, seen: Look, stopped: Stop | null, evidence: string[]): Promise<JobEnd> => {
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
    wallMs: seen.state.ranMs ?? wallMs,
    output: job.tap.digest(),
  };
};
