/**
 * Requests and replies in the words of OpenAI's chat completions, the one shape in which every provider speaks to us,
 * in which trajectories of the form `mini-swe-agent-1.1` keep them, and which other tools read.
 */

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments`: JSON as the model wrote it, unread; it may be none. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message: the provider's own fields beside these are kept (`reasoning_content`, thinking blocks with signatures). */
export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly ChatToolCall[] | null;
  readonly tool_call_id?: string;
  readonly [further: string]: unknown;
}

export interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

export interface ChatRequest {
  /** The provider's own name of the model. */
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Empty: none are offered. */
  readonly tools: readonly ChatTool[];
  /** Further fields of the request (`temperature`, `max_tokens`, `parallel_tool_calls`). */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A `chat.completion`; what is not typed here is kept all the same. Outside data: read with care. */
export interface ChatResponse {
  readonly id: string;
  readonly object: 'chat.completion';
  /** Unix seconds. */
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    /** `stop`, `tool_calls`, `length`, `content_filter`; null: not said. */
    readonly finish_reason: string | null;
    readonly message: ChatMessage & { readonly role: 'assistant'; readonly content: string | null };
  }[];
  readonly usage?: unknown;
  readonly [further: string]: unknown;
}
