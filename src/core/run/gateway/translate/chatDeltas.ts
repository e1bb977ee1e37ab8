import { listAt, numberAt, textAt, valueAt } from '../../trajectory/fields';

/** A piece of a reply. Calls are told when they are whole. */
export interface ChatDelta {
  readonly kind: 'text' | 'reasoning' | 'refusal';
  readonly text: string;
}

export interface ChatCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it; may be none. */
  readonly arguments: string;
}

interface OpenCall {
  id: string | null;
  name: string;
  readonly parts: string[];
}

const kinds = [
  ['reasoning', 'reasoning_content'],
  ['reasoning', 'reasoning'],
  ['text', 'content'],
  ['refusal', 'refusal'],
] as const;

/** Content is a text; a few servers give parts. */
const contentText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return listAt(value)
    .map((part) => textAt(part, 'text') ?? '')
    .join('');
};

/**
 * Reads a chat reply, in chunks or whole, as servers really write it: calls without an index, with one index for all, with ids
 * that are missing or come again.
 */
export class ChatDeltas {
  readonly #calls: OpenCall[] = [];
  readonly #byIndex = new Map<number, OpenCall>();
  finishReason: string | null = null;

  constructor(private readonly replyId: string) {}

  /** A chunk of a stream, or a whole `chat.completion`. Only the first choice counts. */
  read(chunk: unknown): ChatDelta[] {
    const choice = valueAt(chunk, 'choices', 0);
    const said = valueAt(choice, 'delta') ?? valueAt(choice, 'message');
    this.finishReason = textAt(choice, 'finish_reason') ?? this.finishReason;
    for (const [at, call] of listAt(said, 'tool_calls').entries()) this.#readCall(call, at);
    const seen = new Set<string>();
    return kinds.flatMap(([kind, field]) => {
      const text = contentText(valueAt(said, field));
      if (text === '' || (kind === 'reasoning' && seen.has(kind))) return [];
      seen.add(kind);
      return [{ kind, text }];
    });
  }

  get calls(): readonly ChatCall[] {
    return this.#calls.map(({ id, name, parts }, at) => ({
      id: id ?? `call_${this.replyId}_${at}`,
      name,
      arguments: parts.join('') || '{}',
    }));
  }

  #readCall(call: unknown, at: number): void {
    const index = numberAt(call, 'index') ?? at;
    const id = textAt(call, 'id');
    const name = textAt(call, 'function', 'name') ?? '';
    const open = this.#openCall(index, id === '' ? null : id, name);
    if (name !== '' && open.name === '') open.name = name;
    const written = valueAt(call, 'function', 'arguments');
    if (typeof written === 'string') open.parts.push(written);
    else if (typeof written === 'object' && written !== null) open.parts.push(JSON.stringify(written));
  }

  /** The call that a piece belongs to: another id with a name at the same index begins another call. */
  #openCall(index: number, id: string | null, name: string): OpenCall {
    const open = this.#byIndex.get(index);
    const another = open !== undefined && id !== null && open.id !== null && id !== open.id && name !== '';
    if (open !== undefined && !another) {
      open.id ??= id;
      return open;
    }
    const begun: OpenCall = { id, name: '', parts: [] };
    this.#calls.push(begun);
    this.#byIndex.set(index, begun);
    return begun;
  }
}
