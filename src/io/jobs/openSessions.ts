import type { Sessions } from '../../core/run/container/session';
import { LocalSessions } from '../local/localSessions';

/**
 * The sessions of a backend. The docker one is loaded when it is asked for: its library is large. `endpoint` null looks
 * where the docker command would. Throws EnvironmentFault for an address that can't be used.
 */
export const openSessions = async (kind: 'docker' | 'local', endpoint: string | null): Promise<Sessions> => {
  if (kind === 'local') return new LocalSessions();
  const { DockerSessions } = await import('../docker/dockerSessions');
  return new DockerSessions(endpoint);
};
