import type { ImageHooks } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import type { ImageName } from './imageName';

/** What a person was asked of images, and answered: each question once. */
export class ImageConsent {
  readonly #pulls = new Map<string, Promise<boolean>>();
  readonly #builds = new Map<string, Promise<boolean>>();
  #removals: Promise<boolean> | null = null;

  /** One question per registry and namespace. Throws EnvironmentFault('image') for a no. */
  async pull(name: ImageName, hooks: ImageHooks): Promise<void> {
    const asked = this.#pulls.get(name.namespace) ?? hooks.confirmPull(name.reference, name.namespace);
    this.#pulls.set(name.namespace, asked);
    if (!(await asked))
      throw new EnvironmentFault('image', `The image ${name.reference} was not pulled: ${name.namespace} was refused.`);
  }

  /** One question per recipe, whichever commits it is built for. Throws EnvironmentFault('image') for a no. */
  async build(name: ImageName, what: string, hooks: ImageHooks): Promise<void> {
    const key = `${name.repository} ${what}`;
    const asked = this.#builds.get(key) ?? Promise.resolve(hooks.confirmBuild?.(name.repository, what) ?? false);
    this.#builds.set(key, asked);
    if (!(await asked))
      throw new EnvironmentFault('image', `The image ${name.repository} was not built (${what}): it was refused.`);
  }

  /** One question for all removals of the process. */
  removal(ask: () => Promise<boolean>): Promise<boolean> {
    this.#removals ??= ask();
    return this.#removals;
  }
}
