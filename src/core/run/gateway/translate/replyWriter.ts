import type { Usage } from '../../trajectory/step';
import type { ChatCall, ChatDelta } from './chatDeltas';

export interface ReplyHead {
  /** Letters and digits; all ids of the reply are made of it. */
  readonly id: string;
  readonly model: string;
  /** Unix seconds. */
  readonly created: number;
}

export interface ReplyEnd {
  readonly calls: readonly ChatCall[];
  /** As chat completions say it: `stop`, `tool_calls`, `length`, `content_filter`; null: not said. */
  readonly finishReason: string | null;
  readonly usage: Usage | null;
}

/** Writes a chat reply in an agent's protocol. Each method gives the text of the stream's next events. */
export interface ReplyWriter {
  begin(): string;
  add(delta: ChatDelta): string;
  end(end: ReplyEnd): string;
  /** The stream can't go on. */
  fail(words: string): string;
  /** After `end`: the reply as one JSON value, for an agent that asked for no stream. */
  whole(): unknown;
}
