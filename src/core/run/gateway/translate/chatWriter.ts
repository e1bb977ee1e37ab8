import { usageAsChat } from '../../model/usage';
import type { Fields } from '../../trajectory/fields';
import { errorEvent } from '../policy/errorBody';
import { sseText } from '../sse/sseEvent';
import type { ChatDelta } from './chatDeltas';
import type { ReplyEnd, ReplyHead, ReplyWriter } from './replyWriter';

const fieldOf = { text: 'content', refusal: 'refusal', reasoning: 'reasoning_content' } as const;

/** Writes a chat reply that came whole as the stream that an agent asked for. */
export class ChatWriter implements ReplyWriter {
  constructor(
    private readonly head: ReplyHead,
    private readonly reply: unknown,
    /** Whether the agent asked for the chunk with the usage. */
    private readonly withUsage: boolean,
  ) {}

  begin(): string {
    return this.#chunk({ role: 'assistant', content: '' }, null);
  }

  add({ kind, text }: ChatDelta): string {
    return this.#chunk({ [fieldOf[kind]]: text }, null);
  }

  end({ calls, finishReason, usage }: ReplyEnd): string {
    const tool_calls = calls.map(({ id, name, arguments: written }, index) => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: written },
    }));
    const called = calls.length === 0 ? '' : this.#chunk({ tool_calls }, null);
    const told = usageAsChat(usage);
    const counted = this.withUsage && told !== undefined ? this.#event({ choices: [], usage: told }) : '';
    return `${called}${this.#chunk({}, finishReason ?? 'stop')}${counted}${sseText(null, '[DONE]')}`;
  }

  fail(words: string): string {
    return errorEvent('chat', words);
  }

  whole(): unknown {
    return this.reply;
  }

  #chunk(delta: Fields, finish_reason: string | null): string {
    return this.#event({ choices: [{ index: 0, delta, finish_reason }] });
  }

  #event(data: Fields): string {
    const { id, model, created } = this.head;
    return sseText(null, { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created, model, ...data });
  }
}
