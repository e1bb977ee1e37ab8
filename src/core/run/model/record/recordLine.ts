import type { ChatMessage, ChatResponse, ChatTool } from '../chat';
import type { ModelFaultKind } from '../modelProvider';

/**
 * A line of a record of a model's calls (JSON lines). A message stands once, by its hash, however many requests hold it,
 * so a conversation takes the room of its messages and not of their square; tools likewise.
 */
export type RecordLine =
  | { readonly kind: 'message'; readonly hash: string; readonly message: ChatMessage }
  | { readonly kind: 'tools'; readonly hash: string; readonly tools: readonly ChatTool[] }
  | RecordedCall;

export interface RecordedCall {
  readonly kind: 'call';
  /** RFC 3339, when it was asked. */
  readonly at: string;
  /** Milliseconds until it was answered. */
  readonly wallMs: number;
  /** The provider's own name of the model. */
  readonly model: string;
  /** Hashes. */
  readonly messages: readonly string[];
  /** Hash; null: none were offered. */
  readonly tools: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** Null where it failed, and then `fault` says why. */
  readonly response: ChatResponse | null;
  readonly reportedCostUsd: number | null;
  readonly fault: { readonly kind: ModelFaultKind; readonly message: string; readonly status: number | null } | null;
}
