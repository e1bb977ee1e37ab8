import { isFields, listAt, textAt } from '../../../trajectory/fields';
import { ChatMessages } from '../chatMessages';
import { plainText, userContent } from '../contentParts';
import type { ToolNames } from '../toolNames';

type Item = Readonly<Record<string, unknown>>;

/** Turns the items of a Responses request into chat messages. `notes` says what was left out. */
export class ResponsesInput {
  readonly messages = new ChatMessages();
  readonly notes: string[] = [];

  constructor(private readonly names: ToolNames) {}

  read(input: unknown): void {
    if (typeof input === 'string') this.messages.user(input);
    for (const item of listAt(input)) if (isFields(item)) this.#item(item);
  }

  #item(item: Item): void {
    const type = textAt(item, 'type') ?? 'message';
    if (type === 'message') this.#message(item);
    else if (type === 'function_call') this.#call(item, textAt(item, 'arguments') ?? '{}');
    else if (type === 'custom_tool_call') this.#call(item, JSON.stringify({ input: textAt(item, 'input') ?? '' }));
    else if (type === 'local_shell_call') this.#shellCall(item);
    else if (type.endsWith('_call_output')) this.#output(item);
    else if (type === 'reasoning') this.#reasoning(item);
    else this.notes.push(`item left out, as chat completions have none of its type: ${type}`);
  }

  #message(item: Item): void {
    const role = textAt(item, 'role') ?? 'user';
    const content = item['content'];
    if (role === 'assistant') this.messages.text(plainText(content));
    else if (role === 'system' || role === 'developer') this.messages.system(plainText(content));
    else this.messages.user(userContent(content));
  }

  #call(item: Item, written: string): void {
    const name = textAt(item, 'name') ?? '';
    const chat = this.names.chatName(name, textAt(item, 'namespace')) ?? name;
    this.messages.call(textAt(item, 'call_id') ?? textAt(item, 'id') ?? '', chat, written);
  }

  #shellCall(item: Item): void {
    const action = isFields(item['action']) ? item['action'] : {};
    const told = { command: action['command'], workdir: action['working_directory'], timeout_ms: action['timeout_ms'] };
    const id = textAt(item, 'call_id') ?? textAt(item, 'id') ?? '';
    this.messages.call(id, this.names.chatName('local_shell', null) ?? 'local_shell', JSON.stringify(told));
  }

  #output(item: Item): void {
    const id = textAt(item, 'call_id') ?? textAt(item, 'id') ?? '';
    this.messages.result(id, plainText(item['output']));
  }

  /** Thoughts in words go on with the reply that they belong to; sealed ones can be read by their provider alone. */
  #reasoning(item: Item): void {
    const words = plainText(item['content']) || plainText(item['summary']);
    if (words !== '') this.messages.reasoning(words);
    else if (typeof item['encrypted_content'] === 'string') this.notes.push('encrypted reasoning left out');
  }
}
