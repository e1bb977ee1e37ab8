import type { ModelFaultKind } from '../modelProvider';

/** A call of a tool as it is sent; the loop may refuse it. */
export interface ScriptedCall {
  readonly tool: string;
  /** JSON, or what is meant to be none. */
  readonly arguments: string;
}

/** One reply of a script: words and calls, or a fault. */
export interface ScriptedReply {
  readonly thought: string;
  /** One a command of the tool `bash`; where a request offers no tools, a fenced block of text. */
  readonly commands: readonly string[];
  readonly calls: readonly ScriptedCall[];
  /** The whole text as it is sent, for single turns; null: it is made of thought and commands. */
  readonly text: string | null;
  /** Instead of a reply; the same request asked again gets the next one. */
  readonly fault: { readonly kind: ModelFaultKind; readonly retryAfterMs: number | null } | null;
  /** What the model takes to answer. */
  readonly delayMs: number;
  /** Tokens of prompt and completion; null: counted from the texts, four characters each. */
  readonly usage: { readonly prompt: number; readonly completion: number; readonly cached: number } | null;
  /** Dollars that the provider would report; null: it says nothing. */
  readonly costUsd: number | null;
}

/** Replies of one conversation. */
export interface ScriptedConversation {
  /** Text that stands in the conversation's messages up to the first from a user; null: any conversation. */
  readonly when: string | null;
  readonly replies: readonly ScriptedReply[];
}

/** A file of replies. */
export interface ModelScript {
  /** What the replies call the model; null: as it was asked for. */
  readonly model: string | null;
  /** The first whose `when` fits is taken. */
  readonly conversations: readonly ScriptedConversation[];
}

/** Where there are more replies than a person writes, it is no script. */
export const mostReplies = 10_000;
