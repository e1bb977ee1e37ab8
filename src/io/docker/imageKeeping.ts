import type Docker from 'dockerode';
import type { ImageHooks } from '../../core/run/container/engine';
import type { EngineFacts } from '../../core/run/container/engineFacts';
import { imageSpaceFloor, overBudget } from '../../core/run/container/imageBudget';
import { EnvironmentFault } from '../../core/shared/problem';
import { sizeText } from '../../core/shared/sizeText';
import { engineFacts } from './engineFacts';
import type { ImageConsent } from './imageConsent';
import { ImageNotes } from './imageNotes';
import { DockerImageStore } from './imageStore';
import type { LocalImage } from './localImage';

/** Where images come and go: room for them, notes on ours, and the budget that they must keep to. */
export class ImageKeeping {
  readonly #store: DockerImageStore;
  #engine: Promise<EngineFacts> | null = null;

  constructor(
    private readonly docker: Docker,
    private readonly consent: ImageConsent,
    private readonly notes: ImageNotes = new ImageNotes(),
    private readonly facts: () => Promise<EngineFacts> = () => engineFacts(docker),
  ) {
    this.#store = new DockerImageStore(docker, notes);
  }

  /** Throws EnvironmentFault('disk') below the floor; where the engine's disk can't be asked, says so. */
  async checkSpace(reference: string, hooks: ImageHooks): Promise<void> {
    const { freeBytes, dataRoot } = await this.facts();
    if (freeBytes === null) hooks.onProgress(`${reference}: how much room the engine has is unknown`);
    else if (freeBytes < imageSpaceFloor)
      throw new EnvironmentFault(
        'disk',
        `The image ${reference} was not begun: ${sizeText(freeBytes)} are free at ${dataRoot}, and ` +
          `${sizeText(imageSpaceFloor)} are kept. \`touchstone doctor --clean --images\` frees some.`,
      );
  }

  async made(image: LocalImage, origin: 'built' | 'pulled'): Promise<void> {
    const { id: engine } = await this.#known();
    const lastUsedAt = new Date().toISOString();
    await this.notes.write({ engine, reference: image.reference, id: image.id, origin, lastUsedAt });
  }

  /** A layer that a failed build left: ours as long as it has no name. */
  async left(layer: string): Promise<void> {
    const found = await this.docker
      .getImage(layer)
      .inspect()
      .catch(() => null);
    if (found === null || (found.RepoTags ?? []).length + (found.RepoDigests ?? []).length > 0) return;
    const { id: engine } = await this.#known();
    await this.notes.write({
      engine,
      reference: found.Id,
      id: found.Id,
      origin: 'built',
      lastUsedAt: new Date().toISOString(),
    });
  }

  async used({ reference }: LocalImage): Promise<void> {
    await this.notes.used((await this.#known()).id, reference, new Date().toISOString());
  }

  /** After an image came: whether the others still fit. Asks once, removes the least recently used, says which. */
  async keepToBudget(hooks: ImageHooks): Promise<boolean> {
    const { budget } = hooks;
    if (budget === undefined || budget.bytes <= 0) return false;
    const over = overBudget(await this.#store.list(), budget.bytes, Date.now());
    if (over === null || !(await this.consent.removal(() => budget.confirmRemoval(over.images, over.words))))
      return false;
    for (const image of over.images) {
      const { removed, reason } = await this.#store.remove(image);
      const name = image.names[0] ?? image.id;
      hooks.onProgress(removed ? `Removed the image ${name} (budget)` : `Kept the image ${name}: ${reason}`);
    }
    return true;
  }

  #known(): Promise<EngineFacts> {
    this.#engine ??= this.facts();
    return this.#engine;
  }
}
