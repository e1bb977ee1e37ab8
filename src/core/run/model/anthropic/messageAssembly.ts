import { type Fields, fieldsAt, isFields, numberAt, textAt, valueAt } from '../../trajectory/fields';
import { ModelFault } from '../modelProvider';

/** More than any reply has. */
const mostBlocks = 512;

interface BlockPieces {
  readonly start: Fields;
  /** Pieces of a field's text, by the field. */
  readonly texts: Map<string, string[]>;
}

/** Kinds of pieces: which field holds the text, and to which field of the block it belongs. */
const pieceFields: Readonly<Record<string, readonly [string, string]>> = {
  text_delta: ['text', 'text'],
  input_json_delta: ['partial_json', 'input'],
  thinking_delta: ['thinking', 'thinking'],
  signature_delta: ['signature', 'signature'],
};

/** Puts the events of a streamed message of Anthropic's together into the message that it would have been in one piece. */
export class MessageAssembly {
  #message: Fields | null = null;
  #usage: Fields = {};
  #stop: Fields = {};
  #isFinished = false;
  readonly #blocks = new Map<number, BlockPieces>();

  /** Whether the message's end has come. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Takes an event; the text that came with it, for who watches. */
  add(event: unknown): string {
    switch (textAt(event, 'type')) {
      case 'message_start':
        this.#message = fieldsAt(event, 'message') ?? {};
        this.#count(valueAt(this.#message, 'usage'));
        return '';
      case 'content_block_start':
        this.#start(event);
        return '';
      case 'content_block_delta':
        return this.#piece(event);
      case 'message_delta':
        this.#stop = { ...this.#stop, ...fieldsAt(event, 'delta') };
        this.#count(valueAt(event, 'usage'));
        return '';
      case 'message_stop':
        this.#isFinished = true;
        return '';
      default:
        return '';
    }
  }

  /** Throws ModelFault (`bad-reply`) where no message began. */
  whole(address: string): Fields {
    if (this.#message === null)
      throw new ModelFault('bad-reply', `${address} answered with a stream in which there is no message.`);
    const content = [...this.#blocks]
      .sort(([a], [b]) => a - b)
      .map(([, { start, texts }]) => ({
        ...start,
        ...Object.fromEntries([...texts].map(([field, pieces]) => [field, pieces.join('')])),
      }));
    return { ...this.#message, ...this.#stop, content, usage: this.#usage };
  }

  /** Later counts are totals of the whole message, and leave out what didn't change. */
  #count(usage: unknown): void {
    if (!isFields(usage)) return;
    const known = Object.entries(usage).filter(([, value]) => value !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) };
  }

  #start(event: unknown): void {
    const index = numberAt(event, 'index');
    const start = fieldsAt(event, 'content_block');
    if (index === null || start === null || this.#blocks.size >= mostBlocks) return;
    const texts = new Map<string, string[]>();
    // A block may begin with a text that its pieces go on with.
    for (const field of ['text', 'thinking', 'signature']) {
      const text = textAt(start, field);
      if (text !== null) texts.set(field, [text]);
    }
    this.#blocks.set(index, { start, texts });
  }

  #piece(event: unknown): string {
    const delta = fieldsAt(event, 'delta');
    const fields = pieceFields[textAt(delta, 'type') ?? ''];
    const block = this.#blocks.get(numberAt(event, 'index') ?? -1);
    if (fields === undefined || block === undefined) return '';
    const [from, to] = fields;
    const text = textAt(delta, from) ?? '';
    const pieces = block.texts.get(to);
    if (pieces === undefined) block.texts.set(to, [text]);
    else pieces.push(text);
    return to === 'text' || to === 'input' ? text : '';
  }
}
