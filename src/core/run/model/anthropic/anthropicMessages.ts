import { textAt } from '../../trajectory/fields';
import type { ChatMessage } from '../chat';
import { type Block, contentBlocks, contentText, replyBlocks, textBlock } from './anthropicBlocks';

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

/** A conversation as Anthropic's Messages have it. */
export interface AnthropicConversation {
  /** '' where there is none. */
  readonly system: string;
  readonly messages: readonly AnthropicMessage[];
}

const isSystem = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';

const resultBlock = (id: string, content: readonly Block[], isError = false): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content.length === 0 ? [textBlock('(nothing)')] : content,
  ...(isError ? { is_error: true } : {}),
});

/** Builds messages of alternating roles; results of calls stand first in the message after them, every one. */
class Conversation {
  readonly messages: { readonly role: 'user' | 'assistant'; readonly content: Block[] }[] = [];
  /** Calls of the last reply that have no result yet, in their order. */
  #open: string[] = [];

  add(message: ChatMessage): void {
    if (message.role === 'assistant') this.#reply(replyBlocks(message));
    else if (message.role === 'tool' && this.#open.includes(message.tool_call_id ?? ''))
      this.#result(message.tool_call_id ?? '', contentBlocks(message.content));
    else this.#said(contentBlocks(message.content));
  }

  /** The API wants a result for each call: one that wasn't run says so. */
  close(): void {
    for (const id of [...this.#open]) this.#result(id, [textBlock('This call was not run.')], true);
  }

  #reply(blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    this.close();
    this.#push('assistant', blocks);
    this.#open.push(...blocks.filter(({ type }) => type === 'tool_use').map((block) => textAt(block, 'id') ?? ''));
  }

  #result(id: string, content: readonly Block[], isError = false): void {
    this.#open = this.#open.filter((one) => one !== id);
    this.#push('user', [resultBlock(id, content, isError)]);
  }

  #said(blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    this.close();
    this.#push('user', blocks);
  }

  #push(role: 'user' | 'assistant', blocks: readonly Block[]): void {
    const last = this.messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else this.messages.push({ role, content: [...blocks] });
  }
}

/**
 * Translates messages of chat completions: what the system says at the beginning becomes `system` (later on it is said
 * by the user), several results of calls stand in one message of the user, empty messages are left out.
 */
export const anthropicConversation = (messages: readonly ChatMessage[]): AnthropicConversation => {
  const first = messages.findIndex((message) => !isSystem(message));
  const head = first < 0 ? messages : messages.slice(0, first);
  const conversation = new Conversation();
  for (const message of first < 0 ? [] : messages.slice(first)) conversation.add(message);
  conversation.close();
  const system = head.map(({ content }) => contentText(content)).filter((text) => text !== '');
  return { system: system.join('\n\n'), messages: conversation.messages };
};
