/** One event of a stream (`text/event-stream`). */
export interface ServerEvent {
  /** '' where it has no name. */
  readonly event: string;
  readonly data: string;
}

/** Cuts a stream's text into its events, in whatever pieces it comes. Comments and fields of no use are passed over. */
export class ServerEvents {
  #rest: string[] = [];
  #event = '';
  #data: string[] = [];

  /** The events that this piece completes. */
  add(piece: string): readonly ServerEvent[] {
    // The pieces of a line are joined once, when its end has come: an endless line costs no square of its length.
    if (!/[\r\n]/.test(piece)) {
      this.#rest.push(piece);
      return [];
    }
    const text = this.#rest.join('') + piece;
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = [lines.pop() ?? ''];
    return lines.flatMap((line) => this.#line(line));
  }

  /** What stands at the stream's end without a blank line behind it; a line without its end was cut and is no event. */
  end(): readonly ServerEvent[] {
    const last = this.#rest.join('').trim();
    this.#rest = [];
    if (last === 'data: [DONE]') this.#line(last);
    else if (last !== '') this.#data = [];
    return this.#line('');
  }

  #line(line: string): readonly ServerEvent[] {
    if (line === '') return this.#complete();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.#event = value;
    if (name === 'data') this.#data.push(value);
    return [];
  }

  #complete(): readonly ServerEvent[] {
    const event = { event: this.#event, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
