import type { Engine } from '../../core/run/container/engine';
import type { JobFinder } from '../../core/run/container/foundJob';
import { LocalEngine } from '../local/localEngine';

/**
 * The engine of a backend. The docker one is loaded when it is asked for: its library is large. `endpoint` null looks
 * where the docker command would. Throws EnvironmentFault for an address that can't be used.
 */
export const openEngine = async (kind: 'docker' | 'local', endpoint: string | null): Promise<Engine & JobFinder> => {
  if (kind === 'local') return new LocalEngine();
  const { DockerEngine } = await import('../docker/dockerEngine');
  return new DockerEngine(endpoint);
};
