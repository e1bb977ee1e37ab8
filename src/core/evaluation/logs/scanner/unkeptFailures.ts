/** Places for ids; ids that share one are told apart no more, which can only lose a failure. */
const PLACES = 2 ** 22;

/** FNV-1a (Fowler, Noll and Vo) over the units of a text. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
};

/**
 * Whether any of the ids that are not kept failed in the end, in constant memory: a log can name more ids than are kept,
 * and take failures back by a later line. Never says so of ids whose last result is no failure.
 */
export class UnkeptFailures {
  private readonly bits = new Uint8Array(PLACES / 8);
  private count = 0;

  get any(): boolean {
    return this.count > 0;
  }

  note(id: string, failed: boolean): void {
    const place = hash(id) % PLACES;
    const at = place >> 3;
    const bit = 1 << (place & 7);
    const before = ((this.bits[at] ?? 0) & bit) !== 0;
    if (before === failed) return;
    this.bits[at] = (this.bits[at] ?? 0) ^ bit;
    this.count += failed ? 1 : -1;
  }
}
