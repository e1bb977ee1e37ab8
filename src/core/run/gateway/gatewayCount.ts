import type { Usage } from '../trajectory/step';

/** The wire forms that an agent may speak to the gateway. */
export type GatewayProtocol = 'chat' | 'responses' | 'anthropic';

/** One request that went through. */
export interface GatewayCall {
  /** From 1, in the order in which they came. */
  readonly number: number;
  readonly protocol: GatewayProtocol;
  /** `main`: a turn of the agent; `side`: a title, a summary, a sub-agent, a count of tokens. */
  readonly role: 'main' | 'side';
  /** Why it was told so. */
  readonly why: string;
  /** As the agent asked for it, and as it was passed on. */
  readonly askedModel: string;
  readonly model: string;
  /** HTTP status that the agent got. */
  readonly status: number;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  /** Milliseconds until the model's first byte and its last; null: it never came. */
  readonly firstByteMs: number | null;
  readonly wallMs: number;
  /** Milliseconds of our own in it. */
  readonly ownMs: number;
  readonly fault: string | null;
}

/** Sums over all calls; tokens and cost are null as soon as one call has none. */
export interface GatewayCount {
  /** Main calls. */
  readonly turns: number;
  readonly sideCalls: number;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
}

/** What ends an agent's talk: further requests get a 429 whose text says which limit it was. 0: none. */
export interface GatewayLimits {
  readonly turns: number;
  readonly costUsd: number;
  readonly wallSeconds: number;
}
