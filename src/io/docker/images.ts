import type Docker from 'dockerode';
import type { ImageHooks, ImageRequest } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { type BuildPorts, builtImage } from './builtImage';
import { buildHostImage, hostImageKey, keyLabel } from './hostImage';
import { ImageConsent } from './imageConsent';
import { ImageKeeping } from './imageKeeping';
import { type ImageName, parseImageName } from './imageName';
import { inspectImage, isOfPlatform, type LocalImage } from './localImage';
import { RateLimited } from './pullFault';
import { pullImage } from './pullImage';

const keyOf = ({ namedByData: _asked, ...request }: ImageRequest): string => JSON.stringify(request);

/** How long a registry that said "too many requests" is left alone. */
const restMs = 10 * 60_000;

/** A recipe that only takes programs of this machine needs no build: an archive is imported. */
const isHostAlone = ({ recipe, dockerfile }: ImageRequest): boolean =>
  !dockerfile && recipe?.base === 'host' && !recipe.setup?.length && !recipe.copy?.length;

/** Images by request, each prepared once however many jobs ask for it. */
export class ImageShelf {
  readonly #prepared = new Map<string, Promise<LocalImage>>();
  readonly #environments = new Map<string, readonly string[]>();
  readonly #limited = new Map<string, { readonly at: number; readonly words: string }>();
  readonly #consent = new ImageConsent();
  readonly #keeping: ImageKeeping;

  constructor(
    private readonly docker: Docker,
    keeping?: (consent: ImageConsent) => ImageKeeping,
  ) {
    this.#keeping = keeping?.(this.#consent) ?? new ImageKeeping(docker, this.#consent);
  }

  /** Makes sure that the image is there: present, built or pulled. Throws EnvironmentFault with what to do. */
  async prepare(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage> {
    const key = keyOf(request);
    const known = this.#prepared.get(key);
    if (known !== undefined) {
      const image = await known;
      // Somebody may have removed it meanwhile, our own budget among them.
      if ((await inspectImage(this.docker, image.reference))?.id === image.id) return image;
      if (this.#prepared.get(key) === known) this.#prepared.delete(key);
    }
    const making = this.#prepared.get(key) ?? this.#make(request, hooks, signal);
    this.#prepared.set(key, making);
    making.catch(() => this.#prepared.delete(key));
    return making;
  }

  /** The environment that the image sets; empty where it was never prepared. */
  async environmentOf(image: string): Promise<readonly string[]> {
    return this.#environments.get(image) ?? [];
  }

  async #make(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage> {
    const image = await this.#found(request, hooks, signal);
    if (image === null) throw new EnvironmentFault('image', `The image ${request.image} isn't there after all.`);
    this.#environments.set(image.reference, image.environment);
    await this.#keeping.used(image);
    return image;
  }

  async #found(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage | null> {
    if (isHostAlone(request)) return this.#host(request, hooks, signal);
    if (request.recipe === null && !request.dockerfile) return this.#pulled(request, hooks, signal);
    const ports: BuildPorts = {
      docker: this.docker,
      consent: this.#consent,
      keeping: this.#keeping,
      prepare: (base) => this.prepare(base, hooks, signal),
    };
    return builtImage(ports, request, hooks, signal);
  }

  /** An image under that name that we didn't make is taken as it is: it may be the real one. */
  async #host({ image, recipe }: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage | null> {
    const name = parseImageName(image);
    const packages = recipe?.packages ?? [];
    const present = await inspectImage(this.docker, name.reference);
    const key = await hostImageKey(packages);
    if (present !== null && (present.labels[keyLabel] ?? key) === key) return present;
    await this.#keeping.checkSpace(name.reference, hooks);
    await buildHostImage(this.docker, name, packages, key, hooks.onProgress, signal);
    const built = await inspectImage(this.docker, name.reference);
    if (built !== null) await this.#keeping.made(built, 'built');
    if (present !== null) await this.#keeping.left(present.id);
    return built;
  }

  async #pulled(request: ImageRequest, hooks: ImageHooks, signal?: AbortSignal): Promise<LocalImage | null> {
    const name = parseImageName(request.image);
    const platform = request.platform ?? null;
    const present = await inspectImage(this.docker, name.reference);
    if (present !== null && isOfPlatform(present, platform)) return present;
    if (request.namedByData) await this.#consent.pull(name, hooks);
    await this.#keeping.checkSpace(name.reference, hooks);
    await this.#pull(name, platform, hooks, signal);
    const pulled = await inspectImage(this.docker, name.reference);
    if (pulled !== null) await this.#cameIn(pulled, name, hooks);
    return pulled;
  }

  /** After "too many requests" a registry is left alone for a while: every further request would be counted. */
  async #pull(name: ImageName, platform: string | null, hooks: ImageHooks, signal?: AbortSignal): Promise<void> {
    const limited = this.#limited.get(name.registry);
    if (limited !== undefined && performance.now() - limited.at < restMs)
      throw new EnvironmentFault('image', `The image ${name.reference} was not asked for. ${limited.words}`);
    try {
      await pullImage(this.docker, { name, platform }, hooks, signal);
    } catch (error) {
      if (error instanceof RateLimited)
        this.#limited.set(name.registry, { at: performance.now(), words: error.message });
      throw error;
    }
  }

  async #cameIn(image: LocalImage, name: ImageName, hooks: ImageHooks): Promise<void> {
    hooks.onProgress(`Pulled ${name.reference}${image.repoDigest === null ? '' : ` (${image.repoDigest})`}`);
    await this.#keeping.made(image, 'pulled');
    await this.#keeping.keepToBudget(hooks);
  }
}
