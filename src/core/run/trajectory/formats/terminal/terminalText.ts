import type { RawRecord } from '../../trajectoryFormat';

/** A piece of a terminal's text is at most this long, so that no file is held whole. */
const maxChars = 256 * 1024;
const maxLines = 4000;

/** Lines that follow each other in a file, to be one record: a range over several lines is their text. */
export class JoinedLines {
  private readonly lines: RawRecord[] = [];
  private chars = 0;

  get isFull(): boolean {
    return this.chars >= maxChars || this.lines.length >= maxLines;
  }

  add(record: RawRecord): void {
    this.lines.push(record);
    this.chars += typeof record.value === 'string' ? record.value.length : 0;
  }

  record(): RawRecord | null {
    const [first] = this.lines;
    const last = this.lines.at(-1);
    if (first === undefined || last === undefined) return null;
    const broken = this.lines.find((line) => line.broken !== null)?.broken ?? null;
    const note = this.lines.find((line) => line.note !== undefined)?.note;
    return {
      ref: { ...first.ref, end: last.ref.end },
      place: first.place,
      value: this.lines.map(({ value }) => (typeof value === 'string' ? value : '')).join(''),
      broken,
      ...(note === undefined ? {} : { note }),
    };
  }
}
