import type { Fields } from '../../../trajectory/fields';
import { isFields } from '../../../trajectory/fields';
import type { Usage } from '../../../trajectory/step';
import { parsedJson } from '../../gatewayJson';
import { errorEvent } from '../../policy/errorBody';
import { sseText } from '../../sse/sseEvent';
import type { ChatCall, ChatDelta } from '../chatDeltas';
import type { ReplyEnd, ReplyHead, ReplyWriter } from '../replyWriter';
import type { ToolNames } from '../toolNames';

const stopReasons: Readonly<Record<string, string>> = {
  length: 'max_tokens',
  content_filter: 'refusal',
  tool_calls: 'tool_use',
};

/** Anthropic's input leaves out what the cache gave or took. Unknown numbers are 0 here: its clients need numbers. */
const usageOf = (usage: Usage | null): Fields => {
  const [cached, written] = [usage?.cached ?? 0, usage?.cacheWrite ?? 0];
  return {
    input_tokens: Math.max(0, (usage?.prompt ?? 0) - cached - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: usage?.completion ?? 0,
  };
};

/** Arguments as an object; the model's own text, under a name of ours, where they are none. */
const inputOf = (call: ChatCall): Fields => {
  const input = parsedJson(call.arguments);
  return isFields(input) ? input : { unreadable_arguments: call.arguments };
};

/** Writes a chat reply as a stream of Anthropic's Messages, or as one message. */
export class AnthropicWriter implements ReplyWriter {
  readonly #content: Record<string, unknown>[] = [];
  #open: { readonly kind: ChatDelta['kind']; text: string } | null = null;
  #ended: Fields | null = null;

  constructor(
    private readonly head: ReplyHead,
    private readonly names: ToolNames,
  ) {}

  begin(): string {
    return this.#event('message_start', { message: this.#message(null, null) });
  }

  add({ kind: said, text }: ChatDelta): string {
    const kind = said === 'refusal' ? 'text' : said;
    let events = '';
    if (this.#open?.kind !== kind) {
      events = this.#close();
      this.#open = { kind, text: '' };
      events += this.#start(
        kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' },
      );
    }
    if (this.#open !== null) this.#open.text += text;
    const delta = kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text };
    return events + this.#event('content_block_delta', { index: this.#content.length, delta });
  }

  end({ calls, finishReason, usage }: ReplyEnd): string {
    const blocks = this.#close() + calls.map((call) => this.#call(call)).join('');
    const reason = calls.length > 0 ? 'tool_use' : (stopReasons[finishReason ?? ''] ?? 'end_turn');
    const stop = calls.length > 0 && finishReason === 'length' ? 'max_tokens' : reason;
    this.#ended = this.#message(stop, usage);
    const delta = { stop_reason: stop, stop_sequence: null };
    return blocks + this.#event('message_delta', { delta, usage: usageOf(usage) }) + this.#event('message_stop', {});
  }

  fail(words: string): string {
    return errorEvent('anthropic', words);
  }

  whole(): unknown {
    return this.#ended;
  }

  #close(): string {
    const open = this.#open;
    if (open === null) return '';
    this.#open = null;
    const { text } = open;
    return this.#stop(
      open.kind === 'text' ? { type: 'text', text } : { type: 'thinking', thinking: text, signature: '' },
    );
  }

  #call(call: ChatCall): string {
    const block = { type: 'tool_use', id: call.id, name: this.names.offered(call.name).name };
    const input = inputOf(call);
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    return (
      this.#start({ ...block, input: {} }) +
      this.#event('content_block_delta', { index: this.#content.length, delta }) +
      this.#stop({ ...block, input })
    );
  }

  #start(content_block: Fields): string {
    return this.#event('content_block_start', { index: this.#content.length, content_block });
  }

  #stop(block: Record<string, unknown>): string {
    const event = this.#event('content_block_stop', { index: this.#content.length });
    this.#content.push(block);
    return event;
  }

  #message(stop: string | null, usage: Usage | null): Fields {
    const { id, model } = this.head;
    const content = [...this.#content];
    const reason = { stop_reason: stop, stop_sequence: null };
    return { id: `msg_${id}`, type: 'message', role: 'assistant', model, content, ...reason, usage: usageOf(usage) };
  }

  #event(type: string, data: Fields): string {
    return sseText(type, { type, ...data });
  }
}
