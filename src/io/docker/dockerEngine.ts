import { randomUUID } from 'node:crypto';
import type Docker from 'dockerode';
import type {
  CleanOptions,
  CleanReport,
  Engine,
  EngineInfo,
  ImageHooks,
  ImageRequest,
  JobEnd,
  JobFiles,
  JobRef,
  JobSpec,
  PreparedImage,
} from '../../core/run/container/engine';
import type { FoundJob, JobFinder } from '../../core/run/container/foundJob';
import { EnvironmentFault } from '../../core/shared/problem';
import { claimJob, dropClaims } from '../jobs/jobClaims';
import { awaitEnd, type ContainerJob } from './containerJob';
import { killQuietly } from './containerLook';
import { newJob, startJob, takeUpJob } from './containerStart';
import { createOptions, jobLabel } from './createOptions';
import { connect, type Endpoint, findEndpoint } from './endpoint';
import { asEngineFault, statusOf } from './faults';
import { findContainers } from './foundContainers';
import { ImagePlatforms } from './imagePlatform';
import { ImageShelf } from './images';
import { cleanLeftovers } from './leftovers';
import { readOutputArchive } from './outputArchive';
import { ownerLabels, ownershipOf } from './ownership';

const startMs = 60_000;
const pingMs = 10_000;

const within = (ms: number, signal?: AbortSignal): AbortSignal =>
  signal === undefined ? AbortSignal.timeout(ms) : AbortSignal.any([signal, AbortSignal.timeout(ms)]);

const orAbort = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.then(resolve, reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The sandbox port on a Docker-compatible engine: each job is a container of its own. */
export class DockerEngine implements Engine, JobFinder {
  readonly #docker: Docker;
  readonly #endpoint: Endpoint;
  readonly #images: ImageShelf;
  readonly #platforms: ImagePlatforms;
  readonly #patienceMs: number;
  readonly #jobs = new Map<string, ContainerJob>();

  /**
   * `endpoint`: the setting; null looks where the docker command would. `patienceMs`: how long a job waits for an engine
   * that doesn't answer, for example as it is restarted.
   */
  constructor(endpoint: string | null, { patienceMs = 30_000 }: { readonly patienceMs?: number } = {}) {
    this.#endpoint = findEndpoint(endpoint);
    this.#docker = connect(this.#endpoint);
    this.#images = new ImageShelf(this.#docker);
    this.#platforms = new ImagePlatforms(this.#docker);
    this.#patienceMs = patienceMs;
  }

  async ping(signal?: AbortSignal): Promise<EngineInfo> {
    const limit = within(pingMs, signal);
    const [version, machine] = await this.#asked('answer', () =>
      orAbort(Promise.all([this.#docker.version(), this.#docker.info()]), limit),
    );
    return {
      name: 'docker',
      version: version.Version,
      architecture: version.Arch,
      endpoint: this.#endpoint.address,
      warnings: [],
      ...(machine.NCPU > 0 ? { cpus: machine.NCPU } : {}),
      ...(machine.MemTotal > 0 ? { memoryBytes: machine.MemTotal } : {}),
    };
  }

  async prepareImage(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<PreparedImage> {
    const image = await this.#asked(`prepare the image ${request.image}`, () =>
      this.#images.prepare(request, hooks, signal),
    );
    const { id, reference, repoDigest, platform } = image;
    return { digest: id, reference, repoDigest, platform };
  }

  async submit(job: JobSpec, signal?: AbortSignal): Promise<JobRef> {
    const limit = within(startMs, signal);
    const container = await this.#asked('create a container', () => this.#create(job, limit));
    try {
      const started = await this.#asked('start the container', () =>
        startJob(this.#newJob(container, job), this.#platforms, limit),
      );
      this.#jobs.set(container.id, started);
      return { id: container.id };
    } catch (error) {
      await this.#removeContainer(container);
      throw error;
    }
  }

  async #create(job: JobSpec, signal: AbortSignal): Promise<Docker.Container> {
    const owner = await ownerLabels(job.deadlineMs + startMs);
    const environment = await this.#images.environmentOf(job.image);
    const body = createOptions(job, randomUUID(), owner, environment);
    const platform = job.platform ?? null;
    // In two parts, else the library writes the whole body into the address as well, where proxies log it.
    const request = { _body: body, _query: platform === null ? {} : { platform }, abortSignal: signal };
    return this.#docker.createContainer(request as Docker.ContainerCreateOptions);
  }

  #newJob(container: Docker.Container, spec: JobSpec): ContainerJob {
    return newJob(this.#docker, container, spec, this.#patienceMs);
  }

  find(labels: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<readonly FoundJob[]> {
    return this.#asked('list containers', () => findContainers(this.#docker, labels, within(pingMs, signal)));
  }

  async adopt(found: FoundJob, spec: JobSpec): Promise<JobRef> {
    if (this.#jobs.has(found.ref.id)) return found.ref;
    const label = found.labels[jobLabel] ?? '';
    const { owner, reason } = await ownershipOf(found.labels);
    if (owner === 'other') throw new EnvironmentFault('engine', `The job ${label} can't be taken over: ${reason}.`);
    await claimJob(label);
    try {
      const container = this.#docker.getContainer(found.ref.id);
      const job = await this.#asked('take a container up', () =>
        takeUpJob(this.#newJob(container, spec), this.#platforms),
      );
      this.#jobs.set(container.id, { ...job, claim: label });
      return found.ref;
    } catch (error) {
      await dropClaims(label);
      throw error;
    }
  }

  watch(ref: JobRef): AsyncIterable<Uint8Array> {
    return this.#job(ref).tap.read();
  }

  wait(ref: JobRef, signal?: AbortSignal): Promise<JobEnd> {
    return awaitEnd(this.#job(ref), signal);
  }

  async files(ref: JobRef): Promise<JobFiles> {
    const { container } = this.#job(ref);
    return this.#asked('hand out the results', async () => {
      try {
        return await readOutputArchive((await container.getArchive({ path: '/out' })) as never);
      } catch (error) {
        // The code under test can remove the folder: nothing is there then, and the engine is well.
        if (statusOf(error) === 404) return { files: new Map(), skipped: ['/out: it is gone'] };
        throw error;
      }
    });
  }

  async cancel(ref: JobRef): Promise<void> {
    const job = this.#job(ref);
    job.cancelled.abort();
    await killQuietly(job.container);
  }

  async remove(ref: JobRef): Promise<void> {
    const job = this.#jobs.get(ref.id);
    this.#jobs.delete(ref.id);
    await this.#removeContainer(job?.container ?? this.#docker.getContainer(ref.id));
    if (job !== undefined && job.claim !== null) await dropClaims(job.claim);
  }

  clean(options: CleanOptions): Promise<CleanReport> {
    return this.#asked('list containers', () => cleanLeftovers(this.#docker, options));
  }

  async #removeContainer(container: Docker.Container): Promise<void> {
    await container.remove({ force: true, v: true, abortSignal: AbortSignal.timeout(startMs) }).catch(() => undefined);
  }

  #job(ref: JobRef): ContainerJob {
    const job = this.#jobs.get(ref.id);
    if (job === undefined) throw new EnvironmentFault('engine', `No job ${ref.id} of this process.`);
    return job;
  }

  async #asked<T>(doing: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw asEngineFault(error, this.#endpoint.address, doing);
    }
  }
}
