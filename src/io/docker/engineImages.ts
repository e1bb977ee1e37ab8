import type Docker from 'dockerode';
import type { EngineFacts } from '../../core/run/container/engineFacts';
import type { ImageStore, KeptImage } from '../../core/run/container/keptImage';
import { connect, findEndpoint } from './endpoint';
import { engineFacts } from './engineFacts';
import { asEngineFault } from './faults';
import { DockerImageStore } from './imageStore';

/** The images of ours on one engine, and what it says of itself. Errors of the engine are EnvironmentFault. */
export class EngineImages implements ImageStore {
  readonly #docker: Docker;
  readonly #store: DockerImageStore;
  readonly #address: string;

  /** `endpoint`: the setting; null looks where the docker command would. */
  constructor(endpoint: string | null) {
    const found = findEndpoint(endpoint);
    this.#address = found.address;
    this.#docker = connect(found);
    this.#store = new DockerImageStore(this.#docker);
  }

  list(signal?: AbortSignal): Promise<readonly KeptImage[]> {
    return this.#asked('list images', () => this.#store.list(signal));
  }

  remove(image: KeptImage): ReturnType<ImageStore['remove']> {
    return this.#asked('remove an image', () => this.#store.remove(image));
  }

  facts(): Promise<EngineFacts> {
    return this.#asked('say what it is', () => engineFacts(this.#docker));
  }

  async #asked<T>(doing: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw asEngineFault(error, this.#address, doing);
    }
  }
}
