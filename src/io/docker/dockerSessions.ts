import { randomUUID } from 'node:crypto';
import type Docker from 'dockerode';
import type { Session, SessionSpec, Sessions } from '../../core/run/container/session';
import { absoluteInside } from '../../core/run/container/sessionInput';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { DockerSession } from './dockerSession';
import { connect, type Endpoint, findEndpoint } from './endpoint';
import { asEngineFault, engineWords, statusOf } from './faults';
import { ownerLabels } from './ownership';
import { sessionMounts, sessionOptions } from './sessionContainer';

const startMs = 60_000;

/** Sessions on a Docker-compatible engine: each is a container whose main process only waits. */
export class DockerSessions implements Sessions {
  readonly #docker: Docker;
  readonly #endpoint: Endpoint;

  /** `endpoint`: the setting; null looks where the docker command would. */
  constructor(endpoint: string | null) {
    this.#endpoint = findEndpoint(endpoint);
    this.#docker = connect(this.#endpoint);
  }

  async openSession(spec: SessionSpec, signal?: AbortSignal): Promise<Session> {
    absoluteInside(spec.workdir);
    const mounts = sessionMounts(spec, this.#endpoint);
    const limits = [AbortSignal.timeout(startMs), ...(signal === undefined ? [] : [signal])];
    const abortSignal = AbortSignal.any(limits);
    const container = await this.#asked('create a sandbox', () => this.#create(spec, mounts, abortSignal));
    const session = new DockerSession(container, spec, this.#endpoint.address);
    try {
      await this.#asked('start the sandbox', () => container.start({ abortSignal }));
      await session.prepare();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  async #create(
    spec: SessionSpec,
    mounts: Docker.MountSettings[],
    abortSignal: AbortSignal,
  ): Promise<Docker.Container> {
    const owner = await ownerLabels(spec.ttlMs + startMs);
    const environment = await this.#environmentOf(spec.image);
    const options = sessionOptions(spec, randomUUID(), owner, mounts, environment);
    return this.#docker.createContainer({ ...options, abortSignal });
  }

  async #environmentOf(image: string): Promise<readonly string[]> {
    try {
      const { Config } = await this.#docker.getImage(image).inspect();
      return Config?.Env ?? [];
    } catch (error) {
      if (statusOf(error) === 404) throw new EnvironmentFault('image', `The image ${image} isn't there.`);
      throw error;
    }
  }

  async #asked<T>(doing: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof InputFault) throw error;
      if (/"sh": executable file not found/.test(engineWords(error)))
        throw new EnvironmentFault('image', 'The image has no sh, which a sandbox needs.');
      throw asEngineFault(error, this.#endpoint.address, doing);
    }
  }
}
