import type { AttemptModel } from '../../core/run/agent/attempt';
import type { GatewayCall, GatewayCount, GatewayLimits, GatewayProtocol } from '../../core/run/gateway/gatewayCount';
import type { LimitReached } from '../../core/run/gateway/policy/limits';
import type { ModelPrices } from '../../core/run/model/modelEntry';
import type { EnvironmentFault } from '../../core/shared/problem';

/** Where requests go. */
export type GatewayUpstream =
  | {
      /** A server: protocols that it speaks are passed through byte by byte. */
      readonly kind: 'http';
      /** `https://api.openai.com/v1`, `https://api.anthropic.com`; http or https, without a name and password in it. */
      readonly baseUrl: string;
      /** Null: it needs none. Never leaves the host. */
      readonly key: string | null;
      readonly speaks: readonly GatewayProtocol[];
      /** Fields set on every request, as the models file says. */
      readonly params?: Readonly<Record<string, unknown>>;
    }
  /** A model of ours (scripted, replayed, the editor's): it answers chat, and all protocols are translated. */
  | { readonly kind: 'provider'; readonly model: AttemptModel };

/** What keeps one agent from taking the host's memory, time and connections. */
export interface GatewayBounds {
  readonly requestBytes: number;
  /** Of a reply: what the record keeps of it, and what a reply that isn't streamed may have. */
  readonly replyBytes: number;
  /** Requests that are answered at the same time. */
  readonly atOnce: number;
  /** Milliseconds until the provider's first byte, between two, and of the whole call. */
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly callMs: number;
}

export const usualBounds: GatewayBounds = {
  requestBytes: 32 * 1024 ** 2,
  replyBytes: 32 * 1024 ** 2,
  atOnce: 16,
  firstByteMs: 600_000,
  idleMs: 300_000,
  callMs: 1_800_000,
};

export interface GatewayOptions {
  /** Absolute; made, for this gateway alone (0700). Short: a socket's path has 107 bytes. */
  readonly socketFolder: string;
  readonly upstream: GatewayUpstream;
  readonly limits: GatewayLimits;
  /** The provider's own name of the run's model. */
  readonly model: string;
  readonly prices: ModelPrices | null;
  /** `records/<instance>.gateway.jsonl` of the run, absolute; null: nothing is kept. */
  readonly recordFile: string | null;
  readonly onCall?: (call: GatewayCall) => void;
  /** The first request that met a limit. The agent may go on asking: who runs it ends it. */
  readonly onLimit?: (limit: LimitReached) => void;
  readonly bounds?: Partial<GatewayBounds>;
}

export interface Gateway {
  /** On the host: `model.sock` in the folder, which is what a sandbox mounts. */
  readonly socketPath: string;
  counts(): GatewayCount;
  calls(): readonly GatewayCall[];
  /** The limit that ended the agent's talk; null: none did. */
  reached(): LimitReached | null;
  /** Why the record could not be written; null: it could. No request is answered after that. */
  fault(): EnvironmentFault | null;
  /** Ends what still runs, then the socket and its folder. Idempotent. */
  close(): Promise<void>;
}
