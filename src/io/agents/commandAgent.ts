import type { Instance } from '../../core/instance/instance';
import type { Agent, AttemptLimits } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import type { KeySource, ModelEntry } from '../../core/run/model/modelEntry';
import type { Gateway, GatewayOptions } from '../gateway/gatewayOptions';
import { makeSocketFolder, removeSocketFolder } from '../gateway/socketFolder';
import { bakeLayer } from './agentLayer';
import { attemptByCommand } from './commandAttempt';
import { gatewayPath, layerPath } from './layerPaths';

export interface CommandAgentPorts {
  /** The cache folder: layers lie below it. */
  readonly cache: string;
  readonly entry: ModelEntry;
  /** A key that is asked for goes to the gateway and no further. */
  readonly keys: KeySource;
  openGateway(options: GatewayOptions): Promise<Gateway>;
  /** Where an attempt's raw requests and replies go, absolute; null: nowhere. */
  recordFile(instanceId: string): string | null;
  /** What is being done, for people: an agent that is installed. */
  told(text: string): void;
}

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
  prepare: async (_instance: Instance, signal: AbortSignal) => {
    const layer = await bakeLayer(manifest, { cache: ports.cache, told: ports.told, signal });
    // The sandbox sees the folder from its start; the socket appears in it with the attempt, which brings the model.
    const socketFolder = await makeSocketFolder();
    return {
      mounts: [
        { hostPath: layer.folder, path: layerPath },
        { hostPath: socketFolder, path: gatewayPath },
      ],
      env: {},
      interpreter: ['sh', '-c'],
      attempt: (attempt, stop) => attemptByCommand({ manifest, layer, ports, socketFolder }, attempt, stop),
      close: () => removeSocketFolder(socketFolder),
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
