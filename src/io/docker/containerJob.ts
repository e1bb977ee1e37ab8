import type Docker from 'dockerode';
import type { JobEnd, JobSpec } from '../../core/run/container/engine';
import type { HeadAndTail } from '../jobs/headAndTail';
import type { OutputTap } from '../jobs/outputTap';
import { type ContainerState, killQuietly, type Look, lookAt, ranMs, writtenBytes } from './containerLook';
import { executableFault, type ImagePlatform } from './imagePlatform';
import { atMost, JobWatch, pause } from './jobWatch';
import { outsideCodes, whoKilled } from './killedFromOutside';

/** A submitted job as this process knows it. */
export interface ContainerJob {
  readonly docker: Docker;
  readonly container: Docker.Container;
  readonly spec: JobSpec;
  readonly tap: OutputTap;
  /** What the main process itself said on standard error; the tests' own output goes elsewhere. */
  readonly complaints: HeadAndTail;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** The label of the claim by which a job of an earlier process became ours; null for our own. */
  readonly claim: string | null;
  readonly platform: ImagePlatform | null;
  /** Aborted by `cancel`. */
  readonly cancelled: AbortController;
  /** How long an engine that does not answer is waited for. */
  readonly patienceMs: number;
}

/** Looks again and again for a while: an engine that restarts comes back, and the container may have lived on. */
const lookPatiently = async (job: ContainerJob, signal?: AbortSignal): Promise<Look> => {
  const began = performance.now();
  let last = await lookAt(job.container);
  for (let ms = 300; last.kind === 'unreachable'; ms = Math.min(2_500, ms * 2)) {
    job.tap.markBroken();
    if (performance.now() - began > job.patienceMs || signal?.aborted) break;
    await pause(ms, signal);
    last = await lookAt(job.container);
  }
  return last;
};

type Stop = 'deadline' | 'aborted' | 'disk';

const stopWords = (why: Stop, { deadlineMs, limits }: JobSpec): string => {
  if (why === 'aborted') return 'cancelled';
  if (why === 'deadline') return `the watchdog ended it after ${deadlineMs} ms`;
  return `it was ended, as it had written more than ${limits.diskBytes} bytes; backend.limits.disk says how much it may`;
};

/** How long a killed container may take to be gone. */
const killMs = 30_000;

const pausedWords = 'it was paused from outside for a time; `docker unpause` lets it go on';
const streamWords = 'the connection was lost; the container was found running and taken up again';

/**
 * Waits for a job's end. A closed stream or a lost connection is no end: the container is looked up, again and again,
 * and taken up where it still runs. Throws EnvironmentFault('image') where the engine can't run the image's programs.
 */
export const awaitEnd = async (job: ContainerJob, signal?: AbortSignal): Promise<JobEnd> => {
  const unwanted = signal === undefined ? job.cancelled.signal : AbortSignal.any([signal, job.cancelled.signal]);
  const evidence: string[] = job.platform?.emulated ? [job.platform.words] : [];
  const watch = new JobWatch(job.tap, (abortSignal) => job.container.wait({ abortSignal }));
  let stopped: Stop | null = null;
  let deadlineAt = job.startedAt + job.spec.deadlineMs;
  const stop = async (why: Stop): Promise<void> => {
    stopped = why;
    evidence.push(stopWords(why, job.spec));
    await killQuietly(job.container);
    deadlineAt = performance.now() + killMs;
  };
  for (;;) {
    const event = await watch.next(deadlineAt, stopped === null ? unwanted : undefined);
    if (stopped === null && (event === 'deadline' || event === 'aborted')) {
      await stop(event);
      continue;
    }
    const seen = await lookPatiently(job, unwanted);
    const goesOn = seen.kind === 'state' && seen.state.running && event !== 'deadline';
    if (!goesOn) return finish(job, seen, stopped, evidence);
    if (seen.state.paused && !evidence.includes(pausedWords)) evidence.push(pausedWords);
    if (stopped === null && event === 'tick' && (await writtenBytes(job.container)) > job.spec.limits.diskBytes)
      await stop('disk');
    if (!watch.streamBroke || evidence.includes(streamWords)) continue;
    evidence.push(streamWords);
    job.tap.markBroken();
  }
};

const finish = async (job: ContainerJob, seen: Look, stopped: Stop | null, evidence: string[]): Promise<JobEnd> => {
  const sinceStart = performance.now() - job.startedAt;
  const unknown = { exitCode: null, wallMs: sinceStart, output: null };
  if (seen.kind !== 'state') {
    const kind = seen.kind === 'gone' ? 'lost' : 'infrastructure';
    return { ...unknown, kind, evidence: [...evidence, seen.why] };
  }
  if (seen.state.running) return { ...unknown, kind: 'lost', evidence: [...evidence, 'it could not be ended'] };
  await atMost(10_000, job.tap.ended);
  const last = stopped === null ? await settled(job, seen.state) : seen;
  if (last.kind === 'gone') return { ...unknown, kind: 'lost', evidence: [...evidence, last.why] };
  const state = last.kind === 'state' ? last.state : seen.state;
  const { kind, facts } = await howItEnded(job, state, stopped);
  return {
    kind,
    exitCode: state.exitCode,
    evidence: [...evidence, ...facts],
    wallMs: ranMs(state) ?? sinceStart,
    output: job.tap.digest(),
  };
};

/** How long after a kill from outside the engine may still say more of it, in looks at these times. */
const settleLooksMs = [200, 600, 1_200];

/**
 * A container that was killed from outside, looked at once more: the engine notes want of memory a moment after the end,
 * and what is removed by force is killed first.
 */
const settled = async (job: ContainerJob, first: ContainerState): Promise<Look> => {
  let last: Look = { kind: 'state', state: first };
  for (const ms of settleLooksMs) {
    if (last.kind !== 'state' || last.state.oomKilled || !outsideCodes.has(last.state.exitCode ?? 0)) break;
    await pause(ms);
    last = await lookAt(job.container);
  }
  return last;
};

type Ending = { readonly kind: JobEnd['kind']; readonly facts: readonly string[] };

/**
 * Ours first (time, cancel, disk), then memory by the engine's word, then its own exit code. The script exits 0
 * whatever the tests did, and nothing inside can kill it: 137 and 143 come from outside, the rest is the tests' doing.
 */
const howItEnded = async (job: ContainerJob, state: ContainerState, stopped: Stop | null): Promise<Ending> => {
  const code = `exit code ${state.exitCode}`;
  const memory = state.oomKilled ? ['the engine says that a process was killed for want of memory'] : [];
  if (stopped !== null) return { kind: stopped === 'deadline' ? 'time-out' : 'killed', facts: [code, ...memory] };
  if (state.oomKilled) return { kind: 'oom', facts: [code, ...memory] };
  if (state.exitCode === 0) return { kind: 'finished', facts: [code] };
  const said = complaintsOf(job);
  const fault = executableFault(job.spec.image, job.platform, said);
  if (fault !== null) throw fault;
  const words = said === '' ? [] : [`its script said ${JSON.stringify(said.slice(0, 300))}`];
  if (!outsideCodes.has(state.exitCode ?? 0)) return { kind: 'killed', facts: [code, ...words] };
  const { kind, evidence } = await whoKilled(job.docker, job.container.id, state);
  return { kind, facts: [code, evidence, ...words] };
};

const complaintsOf = ({ complaints }: ContainerJob): string =>
  Buffer.from(complaints.result().bytes).toString('utf8').trim();
