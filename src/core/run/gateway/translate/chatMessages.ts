import type { ChatMessage } from '../../model/chat';

interface Assistant {
  text: string[];
  reasoning: string[];
  readonly calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

/**
 * Builds the messages of a chat request out of the items of other protocols, where text, thoughts and calls of one reply stand
 * apart: they become one assistant message. System texts before all others become the first message, as many models'
 * templates take no other; a later one is said by the user.
 */
export class ChatMessages {
  readonly #system: string[] = [];
  readonly #messages: ChatMessage[] = [];
  #assistant: Assistant | null = null;

  system(text: string): void {
    if (text === '') return;
    if (this.#messages.length === 0 && this.#assistant === null) this.#system.push(text);
    else this.user(text);
  }

  /** Content as chat takes it: a text, or parts. */
  user(content: unknown): void {
    this.#close();
    this.#messages.push({ role: 'user', content });
  }

  text(text: string): void {
    if (text !== '') this.#open().text.push(text);
  }

  reasoning(text: string): void {
    if (text !== '') this.#open().reasoning.push(text);
  }

  call(id: string, name: string, written: string): void {
    this.#open().calls.push({ id, type: 'function', function: { name, arguments: written } });
  }

  result(id: string, text: string): void {
    this.#close();
    this.#messages.push({ role: 'tool', tool_call_id: id, content: text });
  }

  all(): ChatMessage[] {
    this.#close();
    const system = this.#system.length === 0 ? [] : [{ role: 'system', content: this.#system.join('\n\n') }];
    return [...system, ...this.#messages];
  }

  #open(): Assistant {
    this.#assistant ??= { text: [], reasoning: [], calls: [] };
    return this.#assistant;
  }

  #close(): void {
    if (this.#assistant === null) return;
    const { text, reasoning, calls } = this.#assistant;
    this.#assistant = null;
    this.#messages.push({
      role: 'assistant',
      content: text.length === 0 ? null : text.join('\n'),
      ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('\n') }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    });
  }
}
