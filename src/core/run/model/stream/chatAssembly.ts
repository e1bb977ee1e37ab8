import { type Fields, fieldsAt, isFields, listAt, numberAt, textAt, valueAt } from '../../trajectory/fields';
import { readChatReply } from '../chatReply';
import { ModelFault, type ModelReply } from '../modelProvider';

/** More than any model calls in one reply. */
const mostCalls = 256;

interface CallPieces {
  readonly index: number;
  id: string;
  name: string;
  readonly arguments: string[];
}

/** The calls of a reply, out of pieces that name them by their place. */
class CallAssembly {
  readonly #calls: CallPieces[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** The text of the arguments that came with it. */
  add(piece: unknown): string {
    const call = this.#callOf(piece);
    if (call === null) return '';
    call.id ||= textAt(piece, 'id') ?? '';
    call.name ||= textAt(piece, 'function', 'name') ?? '';
    const given = valueAt(piece, 'function', 'arguments');
    const text = typeof given === 'string' ? given : isFields(given) ? JSON.stringify(given) : '';
    if (text !== '') call.arguments.push(text);
    return text;
  }

  whole(): readonly Fields[] {
    const inOrder = [...this.#calls].sort((a, b) => a.index - b.index);
    return inOrder.map(({ id, name, arguments: pieces }) => ({
      id,
      type: 'function',
      function: { name, arguments: pieces.join('') },
    }));
  }

  /** Servers that send calls whole give all of them the place 0, and each an id of its own. */
  #callOf(piece: unknown): CallPieces | null {
    const id = textAt(piece, 'id') ?? '';
    const place = numberAt(piece, 'index') ?? (id === '' ? (this.#calls.at(-1)?.index ?? 0) : null);
    const found = this.#calls.findLast((call) => (place === null ? call.id === id : call.index === place));
    if (found !== undefined && (id === '' || found.id === '' || found.id === id)) return found;
    if (this.#calls.length >= mostCalls) return null;
    const index = found === undefined ? (place ?? this.#calls.length) : found.index;
    const call: CallPieces = { index, id: '', name: '', arguments: [] };
    this.#calls.push(call);
    return call;
  }
}

/** Texts of a message that come in pieces beside its content. */
const furtherTexts = ['reasoning_content', 'reasoning', 'refusal'] as const;

/** Puts the chunks of a streamed chat completion together into the reply that it would have been in one piece. */
export class ChatAssembly {
  readonly #head: Record<string, unknown> = {};
  readonly #content: string[] = [];
  readonly #further = new Map<string, string[]>();
  readonly #details: unknown[] = [];
  readonly #calls = new CallAssembly();
  #finish: string | null = null;
  #usage: unknown = null;
  #hasChoice = false;

  /** Whether the reply has said that it is at its end. */
  get isFinished(): boolean {
    return this.#finish !== null;
  }

  /** Takes a chunk; the text that came with it, arguments of calls too, for who watches. */
  add(chunk: unknown): string {
    for (const name of ['id', 'created', 'model', 'system_fingerprint', 'provider'] as const) {
      const value = valueAt(chunk, name);
      if (value !== undefined && value !== null && value !== '' && this.#head[name] === undefined)
        this.#head[name] = value;
    }
    this.#usage = fieldsAt(chunk, 'usage') ?? fieldsAt(chunk, 'x_groq', 'usage') ?? this.#usage;
    // Only the first choice: no more than one is asked for.
    const choice = listAt(chunk, 'choices').find((one) => (numberAt(one, 'index') ?? 0) === 0);
    return choice === undefined ? '' : this.#choice(choice);
  }

  /** The whole; `address` for words. Throws ModelFault where there was nothing. */
  whole(address: string): ModelReply {
    if (!this.#hasChoice)
      throw new ModelFault('bad-reply', `${address} answered with a stream in which there is no message.`);
    const texts = [...this.#further].map(([name, pieces]) => [name, pieces.join('')] as const);
    const content = this.#content.length === 0 ? null : this.#content.join('');
    const message = {
      role: 'assistant',
      content: content ?? (this.#calls.isEmpty ? '' : null),
      ...Object.fromEntries(texts),
      ...(this.#details.length === 0 ? {} : { reasoning_details: this.#details }),
      ...(this.#calls.isEmpty ? {} : { tool_calls: this.#calls.whole() }),
    };
    const choices = [{ index: 0, finish_reason: this.#finish, message }];
    const usage = this.#usage === null ? {} : { usage: this.#usage };
    return readChatReply({ ...this.#head, object: 'chat.completion', choices, ...usage }, address);
  }

  #choice(choice: unknown): string {
    this.#hasChoice = true;
    this.#finish = textAt(choice, 'finish_reason') ?? this.#finish;
    this.#usage = fieldsAt(choice, 'usage') ?? this.#usage;
    const delta = fieldsAt(choice, 'delta') ?? fieldsAt(choice, 'message') ?? {};
    const text = textAt(delta, 'content') ?? '';
    if (text !== '') this.#content.push(text);
    for (const name of furtherTexts) {
      const piece = textAt(delta, name);
      if (piece === null) continue;
      const pieces = this.#further.get(name);
      if (pieces === undefined) this.#further.set(name, [piece]);
      else pieces.push(piece);
    }
    for (const detail of listAt(delta, 'reasoning_details')) this.#details.push(detail);
    return (
      text +
      listAt(delta, 'tool_calls')
        .map((piece) => this.#calls.add(piece))
        .join('')
    );
  }
}
