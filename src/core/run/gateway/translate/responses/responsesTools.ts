import type { ChatTool } from '../../../model/chat';
import { type Fields, fieldsAt, isFields, listAt, textAt } from '../../../trajectory/fields';
import { ToolNames } from '../toolNames';

/** What a call of a free-form tool has as its one argument. */
const customParameters: Fields = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
  required: ['input'],
  additionalProperties: false,
};

const shellParameters: Fields = {
  type: 'object',
  properties: {
    command: { type: 'array', items: { type: 'string' }, description: 'The program and its arguments.' },
    workdir: { type: 'string', description: 'The folder to run it in.' },
    timeout_ms: { type: 'number', description: 'Milliseconds after which it is ended.' },
  },
  required: ['command'],
};

const chatTool = (name: string, description: string, parameters: Fields): ChatTool => ({
  type: 'function',
  function: { name, description, parameters },
});

const noParameters: Fields = { type: 'object', properties: {} };

/** A grammar can't be enforced through chat, so the model is told of it. */
const customDescription = (tool: Fields): string => {
  const said = textAt(tool, 'description') ?? '';
  const grammar = textAt(tool, 'format', 'definition');
  if (grammar === null) return said;
  return `${said}\n\nThe input has to follow this grammar (${textAt(tool, 'format', 'syntax') ?? 'grammar'}):\n${grammar}`;
};

/** Reads the tools of a Responses request. Those that run at the provider are left out, which the notes say. */
export class ResponsesTools {
  readonly names = new ToolNames();
  readonly tools: ChatTool[] = [];
  readonly notes: string[] = [];

  constructor(tools: readonly unknown[]) {
    for (const tool of tools) this.#read(tool, null);
  }

  #read(tool: unknown, namespace: string | null): void {
    if (!isFields(tool)) return;
    const type = textAt(tool, 'type') ?? '';
    const name = textAt(tool, 'name');
    if (type === 'function' && name !== null) this.#function(tool, name, namespace);
    else if (type === 'custom' && name !== null) this.#custom(tool, name, namespace);
    else if (type === 'local_shell') this.#shell();
    else if (type === 'namespace' && namespace === null && name !== null)
      for (const inner of listAt(tool, 'tools')) this.#read(inner, name);
    else this.notes.push(`tool left out, as chat completions have none of its type: ${type || 'without a type'}`);
  }

  #function(tool: Fields, name: string, namespace: string | null): void {
    const chat = this.names.add({ kind: 'function', name, namespace });
    const parameters = fieldsAt(tool, 'parameters') ?? noParameters;
    this.tools.push(chatTool(chat, textAt(tool, 'description') ?? '', parameters));
  }

  #custom(tool: Fields, name: string, namespace: string | null): void {
    const chat = this.names.add({ kind: 'custom', name, namespace });
    this.tools.push(chatTool(chat, customDescription(tool), customParameters));
  }

  #shell(): void {
    const chat = this.names.add({ kind: 'local_shell', name: 'local_shell', namespace: null });
    this.tools.push(chatTool(chat, 'Runs a program in the sandbox and returns what it prints.', shellParameters));
  }
}
