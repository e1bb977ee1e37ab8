import type { Instance } from '../../core/instance/instance';
import type { Agent, AttemptLimits } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import type { CommandAgentPorts } from './agentGateway';
import { bakeLayer } from './agentLayer';
import { attemptByCommand } from './commandAttempt';
import { layerPath } from './layerPaths';

/**
 * An agent that is a program in the container. It brings its layer, read-only, and the socket of a gateway of its own;
 * it has no network and no key. `limits`: the run's, where they are not the manifest's. Needs a container: on the bare
 * machine such a program would see everything.
 */
export const commandAgent = (
  manifest: AgentManifest,
  ports: CommandAgentPorts,
  limits: AttemptLimits = manifest.limits,
): Agent => ({
  id: manifest.id,
  settings: settingsOf(manifest),
  limits,
  needsSandbox: true,
  prepare: async (instance: Instance, signal: AbortSignal) => {
    const layer = await bakeLayer(manifest, { cache: ports.cache, told: ports.told, signal });
    const { steps: turns, costUsd, wallSeconds } = limits;
    const gateway = await ports.openGateway({ instanceId: instance.id, limits: { turns, costUsd, wallSeconds } });
    return {
      mounts: [{ hostPath: layer.folder, path: layerPath }, ...gateway.mounts],
      env: {},
      interpreter: ['sh', '-c'],
      attempt: (attempt, stop) => attemptByCommand({ manifest, layer, gateway }, attempt, stop),
      close: () => gateway.close(),
    };
  },
});

/** What a prediction depends on: all of the manifest but what only says where things are put. */
const settingsOf = ({ title, version, runtime, install, command, env, protocol, task, files }: AgentManifest) => ({
  title,
  version,
  runtime,
  install: install?.kind === 'folder' ? { kind: 'folder' } : install,
  command,
  env,
  protocol,
  task,
  files,
});
