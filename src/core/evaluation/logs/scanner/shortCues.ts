/** A text to be found, and the readers (bits) who asked for it. */
export interface ShortCue {
  readonly text: string;
  readonly mask: number;
}

/**
 * The few texts of up to six bytes, looked for in one text: the string's own search for its first letter is faster for
 * them than any search for all at once. Lines have to be asked for in their order.
 */
export class ShortCues {
  /** Where each stands next; the text's length where it doesn't. */
  private readonly places: number[];
  /** Where the next of all stands. */
  next: number;

  constructor(
    private readonly cues: readonly ShortCue[],
    private readonly text: string,
  ) {
    this.places = cues.map(({ text: cue }) => this.find(cue, 0));
    this.next = Math.min(text.length, ...this.places);
  }

  /** Readers of all that stand before `end`, where a line ends. */
  readersBefore(end: number): number {
    let mask = 0;
    let next = this.text.length;
    for (let index = 0; index < this.cues.length; index += 1) {
      const cue = this.cues[index] as ShortCue;
      if ((this.places[index] as number) < end) {
        mask |= cue.mask;
        this.places[index] = this.find(cue.text, end);
      }
      next = Math.min(next, this.places[index] as number);
    }
    this.next = next;
    return mask;
  }

  private find(cue: string, from: number): number {
    const at = this.text.indexOf(cue, from);
    return at === -1 ? this.text.length : at;
  }
}
