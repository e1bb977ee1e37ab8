import type Docker from 'dockerode';
import type { JobSpec } from '../../core/run/container/engine';
import { HeadAndTail } from '../jobs/headAndTail';
import { OutputTap } from '../jobs/outputTap';
import type { ContainerJob } from './containerJob';
import { demux } from './demux';
import { engineTime } from './foundContainers';
import type { ImagePlatforms } from './imagePlatform';
import { inputArchive } from './inputArchive';

const lookMs = 60_000;

/** Reads the attach stream to its end, whether or not somebody watches. */
const drain = async (stream: AsyncIterable<Uint8Array>, { tap, complaints }: ContainerJob): Promise<void> => {
  try {
    for await (const frame of demux(stream)) {
      if (frame.stream === 1) await tap.push(frame.bytes);
      else complaints.push(frame.bytes);
    }
    tap.end();
  } catch {
    tap.end(true);
  }
};

const attach = async (job: ContainerJob): Promise<void> => {
  const stream = await job.container.attach({ stream: true, stdout: true, stderr: true });
  void drain(stream as unknown as AsyncIterable<Uint8Array>, job);
};

/** A job in a container that was made, before it is started or looked at. */
export const newJob = (
  docker: Docker,
  container: Docker.Container,
  spec: JobSpec,
  patienceMs: number,
): ContainerJob => ({
  docker,
  container,
  spec,
  tap: new OutputTap(),
  complaints: new HeadAndTail(4096),
  startedAt: performance.now(),
  claim: null,
  platform: null,
  cancelled: new AbortController(),
  patienceMs,
});

/** Puts the job's files in and starts it. Errors are the engine's own. */
export const startJob = async (
  job: ContainerJob,
  platforms: ImagePlatforms,
  signal: AbortSignal,
): Promise<ContainerJob> => {
  const { container, spec } = job;
  const archive = inputArchive(spec) as unknown as NodeJS.ReadableStream;
  const [platform] = await Promise.all([
    platforms.of(spec.image),
    attach(job),
    container.putArchive(archive, { path: '/', abortSignal: signal }),
  ]);
  const startedAt = performance.now();
  await container.start({ abortSignal: signal });
  return { ...job, platform, startedAt };
};

/** Goes on with a job that another process started. What came over its stream until now is gone. */
export const takeUpJob = async (job: ContainerJob, platforms: ImagePlatforms): Promise<ContainerJob> => {
  const { container, spec, tap } = job;
  const { State } = await container.inspect({ abortSignal: AbortSignal.timeout(lookMs) });
  tap.markBroken();
  if (State.Running) await attach(job);
  else tap.end(true);
  const began = engineTime(State.StartedAt);
  const sinceMs = began === null ? 0 : Math.max(0, Date.now() - Date.parse(began));
  return { ...job, platform: await platforms.of(spec.image), startedAt: performance.now() - sinceMs };
};
