import type { ReadOnlyMount } from '../../core/run/container/session';
import type { GatewayCall, GatewayCount, GatewayLimits } from '../../core/run/gateway/gatewayCount';

/** What an attempt of a program needs of the gateway that was opened for it. */
export interface AgentGateway {
  /** Brings its socket into the sandbox. */
  readonly mounts: readonly ReadOnlyMount[];
  /** The socket as the sandbox sees it. */
  readonly socket: string;
  count(): GatewayCount;
  calls(): readonly GatewayCall[];
  /** Which limit a request was refused for; null: none. */
  limit(): 'turns' | 'cost' | 'wall' | null;
  /** Ends it with its connections and removes its socket. Idempotent. */
  close(): Promise<void>;
}

export interface GatewayWish {
  readonly instanceId: string;
  readonly limits: GatewayLimits;
}

export interface CommandAgentPorts {
  /** The cache folder: layers lie below it. */
  readonly cache: string;
  /** Opens a gateway to the run's model, for one attempt. The key stays with it. */
  openGateway(wish: GatewayWish): Promise<AgentGateway>;
  /** What is being done, for people: an agent that is installed. */
  told(text: string): void;
}
