import { anthropicUsage, chatUsage, reportedCost, responsesUsage } from '../../model/usage';
import { fieldsAt, listAt, textAt, valueAt } from '../../trajectory/fields';
import type { Usage } from '../../trajectory/step';
import type { GatewayProtocol } from '../gatewayCount';
import { readSseEvent, sseJson } from '../sse/sseEvent';

/** What a reply says of its tokens. */
export interface ToldUsage {
  readonly usage: Usage | null;
  /** Dollars, where the provider names them. */
  readonly reportedUsd: number | null;
}

const readers = { chat: chatUsage, responses: responsesUsage, anthropic: anthropicUsage } as const;

/** Usage of a whole reply (JSON). */
export const usageOfReply = (protocol: GatewayProtocol, reply: unknown): ToldUsage => {
  const usage = valueAt(reply, 'usage');
  return { usage: readers[protocol](usage), reportedUsd: reportedCost(usage) };
};

const finalResponses = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/**
 * Follows a stream of replies without touching it: what it says of its tokens, and whether it came to its end. Anthropic
 * counts in two places, and the later number of a field is the one that holds.
 */
export class StreamEnd {
  #usage: Readonly<Record<string, unknown>> = {};
  /** Whether the protocol's last event (for chat: a reason to finish) was seen. */
  finished = false;

  constructor(private readonly protocol: GatewayProtocol) {}

  /** One event, as `SseSplitter` cuts it. */
  see(bytes: Uint8Array): void {
    const event = readSseEvent(bytes);
    if (event.data === '[DONE]') this.finished = true;
    const data = sseJson(event);
    if (data === null) return;
    if (this.protocol === 'chat') this.#seeChat(data);
    else if (this.protocol === 'responses') this.#seeResponses(data);
    else this.#seeAnthropic(data);
  }

  told(): ToldUsage {
    return usageOfReply(this.protocol, { usage: this.#usage });
  }

  #seeChat(data: unknown): void {
    this.#usage = fieldsAt(data, 'usage') ?? this.#usage;
    if (listAt(data, 'choices').some((choice) => textAt(choice, 'finish_reason') !== null)) this.finished = true;
  }

  #seeResponses(data: unknown): void {
    if (!finalResponses.has(textAt(data, 'type') ?? '')) return;
    this.finished = true;
    this.#usage = fieldsAt(data, 'response', 'usage') ?? this.#usage;
  }

  #seeAnthropic(data: unknown): void {
    const type = textAt(data, 'type');
    if (type === 'message_stop') this.finished = true;
    const told = type === 'message_start' ? fieldsAt(data, 'message', 'usage') : fieldsAt(data, 'usage');
    if (told !== null && (type === 'message_start' || type === 'message_delta'))
      this.#usage = { ...this.#usage, ...told };
  }
}
