import type { EngineFacts } from '../../core/run/container/engineFacts';
import type { ImageStore } from '../../core/run/container/keptImage';

/** The images of ours on an engine, and what the engine says of itself. */
export interface OpenedImages {
  readonly store: ImageStore;
  facts(): Promise<EngineFacts>;
}

/**
 * Looks at the engine's images; its library is loaded when it is asked for. `endpoint` null looks where the docker
 * command would. Throws EnvironmentFault for an address that can't be used.
 */
export const openImages = async (endpoint: string | null): Promise<OpenedImages> => {
  const { EngineImages } = await import('../docker/engineImages');
  const images = new EngineImages(endpoint);
  return { store: images, facts: () => images.facts() };
};
