/** How far back a tag is sought that the end of the kept text begins. */
const LOOK_BACK = 256;

interface Opener {
  readonly name: string;
  readonly at: number;
}

/** The part of a text that stays so far, and the opening tags in it that nothing has closed. */
export class KeptText {
  readonly parts: (readonly [text: string, from: number])[] = [];
  private readonly openers: Opener[] = [];
  private readonly byName = new Map<string, number[]>();
  private length = 0;

  /** Adds a text that stood at `from`. */
  add(text: string, from: number): void {
    if (text === '') return;
    this.parts.push([text, from]);
    this.length += text.length;
  }

  /** Adds an opening tag; `begun`: how many characters of it are kept already. */
  addOpener(name: string, text: string, from: number, begun = 0): void {
    const at = this.length - begun;
    this.openers.push({ name, at });
    const known = this.byName.get(name);
    if (known) known.push(at);
    else this.byName.set(name, [at]);
    this.add(text, from);
  }

  /** Where the opening tags of a name stand, in their order. */
  openersOf(name: string): readonly number[] {
    return this.byName.get(name) ?? [];
  }

  /** The last characters. */
  end(): string {
    let text = '';
    for (let index = this.parts.length - 1; index >= 0 && text.length < LOOK_BACK; index -= 1)
      text = (this.parts[index]?.[0].slice(-LOOK_BACK) ?? '') + text;
    return text.slice(-LOOK_BACK);
  }

  /** Takes all but the first `length` characters back. */
  cut(length: number): void {
    for (let last = this.openers.at(-1); last && last.at >= length; last = this.openers.at(-1)) {
      this.openers.pop();
      this.byName.get(last.name)?.pop();
    }
    while (this.length > length) {
      const [text, from] = this.parts.pop() ?? ['', 0];
      this.length -= text.length;
      if (this.length < length) this.add(text.slice(0, length - this.length), from);
    }
  }

  /** Takes `count` characters off its end. */
  drop(count: number): void {
    this.cut(this.length - count);
  }
}
