import type Docker from 'dockerode';
import type { ImageHooks, ImageRequest } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { statusOf } from './faults';
import { buildHostImage, hostImageKey, keyLabel } from './hostImage';
import { type ImageName, parseImageName } from './imageName';
import { pullImage } from './pullImage';

export interface LocalImage {
  /** Content id, `sha256:...`. */
  readonly id: string;
  readonly environment: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

const inspect = async (docker: Docker, name: ImageName): Promise<LocalImage | null> => {
  try {
    const { Id, Config } = await docker.getImage(name.reference).inspect();
    return { id: Id, environment: Config?.Env ?? [], labels: Config?.Labels ?? {} };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
};

/** Images by name, each prepared once however many jobs ask for it, and one question per registry and namespace. */
export class ImageShelf {
  readonly #prepared = new Map<string, Promise<LocalImage>>();
  readonly #allowed = new Map<string, Promise<boolean>>();

  constructor(private readonly docker: Docker) {}

  prepare(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage> {
    const known = this.#prepared.get(request.image);
    if (known !== undefined) return known;
    const made = this.#make(request, hooks, signal);
    this.#prepared.set(request.image, made);
    made.catch(() => this.#prepared.delete(request.image));
    return made;
  }

  /** The environment that the image sets; empty where it was never prepared. */
  async environmentOf(image: string): Promise<readonly string[]> {
    return (await this.#prepared.get(image))?.environment ?? [];
  }

  async #make(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage> {
    const name = parseImageName(request.image);
    const present = await inspect(this.docker, name);
    if (request.recipe !== null) await this.#build(request, name, present, hooks, signal);
    else if (present === null) await this.#pull(request, name, hooks, signal);
    const image = present !== null && request.recipe === null ? present : await inspect(this.docker, name);
    if (image === null) throw new EnvironmentFault('image', `The image ${name.reference} isn't there after all.`);
    return image;
  }

  async #build(
    request: ImageRequest,
    name: ImageName,
    present: LocalImage | null,
    hooks: ImageHooks,
    signal?: AbortSignal,
  ) {
    const { recipe } = request;
    if (recipe === null) return;
    if (recipe.base !== 'host')
      throw new EnvironmentFault(
        'image',
        `The image ${name.reference} is to be built on "${recipe.base}"; only "host" is known.`,
      );
    const key = await hostImageKey(recipe.packages);
    if (present?.labels[keyLabel] === key) return;
    if (present !== null && present.labels[keyLabel] === undefined) return;
    await buildHostImage(this.docker, name, recipe.packages, key, hooks.onProgress, signal);
  }

  async #pull(request: ImageRequest, name: ImageName, hooks: ImageHooks, signal?: AbortSignal): Promise<void> {
    if (request.namedByData && !(await this.#mayPull(name, hooks)))
      throw new EnvironmentFault('image', `The image ${name.reference} was not pulled: ${name.namespace} was refused.`);
    await pullImage(this.docker, name, hooks, signal);
  }

  #mayPull(name: ImageName, hooks: ImageHooks): Promise<boolean> {
    const known = this.#allowed.get(name.namespace);
    if (known !== undefined) return known;
    const asked = hooks.confirmPull(name.reference, name.namespace);
    this.#allowed.set(name.namespace, asked);
    return asked;
  }
}
