import type { Sha256 } from '../../../shared/hash';
import type { ChatMessage, ChatRequest } from '../chat';
import { ModelFault } from '../modelProvider';
import type { ModelScript, ScriptedConversation, ScriptedReply } from './script';

/** Where a conversation is in its script. */
interface Cursor {
  readonly conversation: ScriptedConversation;
  /** How many messages the last request had, and their hash: a request that begins with them goes on from it. */
  readonly length: number;
  readonly hash: string;
  readonly next: number;
  /** The last answer was a fault: the same request may come again. */
  readonly again: boolean;
}

/** Cursors that are kept; a run of more conversations at once than these is none that a script is for. */
const mostCursors = 2000;

/** What is known of a reply that is to be given. */
export interface TakenReply {
  readonly reply: ScriptedReply;
  /** From 1, in its conversation. */
  readonly number: number;
}

/**
 * Finds the reply that comes next in the conversation that a request belongs to. Many may go on at once, and a script
 * serves each from its beginning: a request whose first messages are those of an earlier one goes on from there; all
 * others begin anew.
 */
export class ScriptCursors {
  #cursors: Cursor[] = [];

  constructor(
    private readonly script: ModelScript,
    private readonly path: string,
    private readonly sha256: Sha256,
  ) {}

  /** Throws ModelFault (`refused`) where the script has no reply left, or none for it. */
  take({ messages }: ChatRequest): TakenReply {
    const found = this.#cursors.findLastIndex((cursor) => this.#goesOn(cursor, messages));
    const cursor = found < 0 ? null : (this.#cursors[found] ?? null);
    const conversation = cursor?.conversation ?? this.#conversationOf(messages);
    const at = cursor?.next ?? 0;
    const reply = conversation.replies[at];
    if (reply === undefined) {
      const words = `${this.path} has ${conversation.replies.length} replies for this conversation, and the ${at + 1}. was asked for.`;
      throw new ModelFault('refused', words);
    }
    const moved = { conversation, length: messages.length, hash: this.#hash(messages), next: at + 1 };
    if (found >= 0) this.#cursors.splice(found, 1);
    this.#cursors.push({ ...moved, again: reply.fault !== null });
    if (this.#cursors.length > mostCursors) this.#cursors.shift();
    return { reply, number: at + 1 };
  }

  #goesOn({ length, hash, again }: Cursor, messages: readonly ChatMessage[]): boolean {
    if (messages.length < length || (messages.length === length && !again)) return false;
    return this.#hash(messages.slice(0, length)) === hash;
  }

  #hash(messages: readonly ChatMessage[]): string {
    return this.sha256(JSON.stringify(messages));
  }

  #conversationOf(messages: readonly ChatMessage[]): ScriptedConversation {
    const until = messages.findIndex(({ role }) => role === 'user');
    const text = JSON.stringify(messages.slice(0, until < 0 ? messages.length : until + 1));
    const found = this.script.conversations.find(({ when }) => when === null || text.includes(jsonInside(when)));
    if (found !== undefined) return found;
    throw new ModelFault('refused', `${this.path} has no conversation whose "when" stands in the first messages.`);
  }
}

const jsonInside = (text: string): string => JSON.stringify(text).slice(1, -1);
