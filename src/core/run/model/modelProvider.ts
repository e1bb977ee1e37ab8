import type { Usage } from '../trajectory/step';
import type { ChatRequest, ChatResponse } from './chat';

export interface ModelReply {
  /** Whole, as the provider gave it or translated into this shape. */
  readonly response: ChatResponse;
  /** Null: the provider counted nothing. */
  readonly usage: Usage | null;
  /** What the provider itself says that the call cost, in dollars; null: it says nothing. */
  readonly reportedCostUsd: number | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Of the whole call, in milliseconds. */
  readonly timeoutMs: number;
  /** Text and arguments as they come, where the provider streams. */
  readonly onDelta?: (text: string) => void;
}

/** A model that answers. One call, no retries; throws `ModelFault`, or what the signal was aborted with. */
export interface ModelProvider {
  complete(request: ChatRequest, options: CallOptions): Promise<ModelReply>;
}

export type ModelFaultKind =
  | 'auth'
  | 'not-found'
  /** The conversation is longer than the model takes. */
  | 'context'
  /** The request is wrong in another way; asked again it would be wrong again. */
  | 'refused'
  | 'rate-limit'
  | 'server'
  | 'network'
  | 'time-out'
  /** What came is no reply: cut off, not JSON, without a choice. */
  | 'bad-reply';

/** Why a call failed. Its words never hold a key; `detail` is the provider's own text, with keys taken out. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  constructor(
    readonly kind: ModelFaultKind,
    message: string,
    /** HTTP status; null where there was none. */
    readonly status: number | null = null,
    /** How long the provider asks to wait; null: it doesn't say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/** Whether asking again may help: as mini-swe-agent 2.4.6, not for auth, not-found, context and refused ones. */
export const mayAskAgain = ({ kind }: ModelFault): boolean =>
  !['auth', 'not-found', 'context', 'refused'].includes(kind);
