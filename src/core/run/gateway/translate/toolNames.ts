/** A tool as the agent offered it. */
export interface OfferedTool {
  readonly kind: 'function' | 'custom' | 'local_shell';
  readonly name: string;
  /** Group that the agent keeps it in; null: none. */
  readonly namespace: string | null;
}

/** Chat takes functions alone, with names of these letters and this length. */
const mostName = 64;
const plain = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, mostName) || 'tool';

/** Which function of a chat request stands for which tool of the agent. */
export class ToolNames {
  readonly #byChat = new Map<string, OfferedTool>();

  /** The name of a tool in chat; it is the tool's own wherever that can be. */
  add(tool: OfferedTool): string {
    const known = this.chatName(tool.name, tool.namespace);
    if (known !== null) return known;
    const wanted = plain(tool.namespace === null ? tool.name : `${tool.namespace}__${tool.name}`);
    let name = wanted;
    for (let more = 2; this.#byChat.has(name); more++) name = `${wanted.slice(0, mostName - 4)}_${more}`;
    this.#byChat.set(name, tool);
    return name;
  }

  /** The name in chat of a tool that was offered; null: it was not. */
  chatName(name: string, namespace: string | null): string | null {
    for (const [chat, tool] of this.#byChat) if (tool.name === name && tool.namespace === namespace) return chat;
    return null;
  }

  /** The agent's tool of a call; a name that was never offered is a function of that name. */
  offered(chatName: string): OfferedTool {
    return this.#byChat.get(chatName) ?? { kind: 'function', name: chatName, namespace: null };
  }
}
