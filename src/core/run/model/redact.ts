/** Stands where a key stood. */
const keyMark = '[key]';

/** Keys of fewer characters are words that stand in any text (`none`, `EMPTY`, `ollama`); taking them out would spoil it. */
const leastLength = 8;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 without what fills it up, of a text of single bytes, as keys are; and as far as nothing that follows has a part in it. */
const base64 = (text: string): readonly string[] => {
  const bits = [...text].map((char) => char.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,6}/g) ?? [];
  const whole = groups.map((group) => digits[Number.parseInt(group.padEnd(6, '0'), 2)]).join('');
  return [whole, whole.slice(0, Math.floor(bits.length / 6))];
};

/** How a key may stand in a text: as it is, in a URL, in JSON, in base64 wherever three bytes begin (`Bearer ...`). */
const formsOf = (key: string): readonly string[] => {
  const encoded = [0, 1, 2].flatMap((skipped) => base64(key.slice(skipped)));
  const forms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...encoded];
  return [...new Set(forms)].filter((form) => form.length >= leastLength);
};

/** What keys of providers look like, for one that a server says and that isn't ours. */
const keyShapes = /\b(?:sk|rk|pk)-[A-Za-z0-9_-]{16,}|\b[Bb]earer\s+[A-Za-z0-9._~+/=-]{8,}/g;

/** The text without those keys. Nothing else is touched: for replies and records, whose bytes count. */
export const withoutTheseKeys = (text: string, keys: readonly string[]): string => {
  let clean = text;
  for (const form of keys.flatMap(formsOf)) if (clean.includes(form)) clean = clean.replaceAll(form, keyMark);
  return clean;
};

/** The text without those keys and without anything that looks like one: for errors and logs. */
export const withoutKeys = (text: string, keys: readonly string[]): string =>
  withoutTheseKeys(text, keys).replace(keyShapes, keyMark);

/** A value (JSON) without those keys in its texts and names; the same object where none is in it. */
export const valueWithoutKeys = <T>(value: T, keys: readonly string[]): T => {
  if (keys.length === 0) return value;
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  const clean = withoutTheseKeys(text, keys);
  return clean === text ? value : (JSON.parse(clean) as T);
};

/** Takes keys out of a text that comes in pieces: it holds back an end with which a key might begin. */
export class PiecesWithoutKeys {
  #held = '';

  constructor(
    private readonly keys: readonly string[],
    private readonly say: (text: string) => void,
  ) {}

  add(piece: string): void {
    const text = withoutTheseKeys(this.#held + piece, this.keys);
    const kept = this.#endToHold(text);
    this.#held = kept === 0 ? '' : text.slice(-kept);
    const said = kept === 0 ? text : text.slice(0, -kept);
    if (said !== '') this.say(said);
  }

  end(): void {
    if (this.#held !== '') this.say(this.#held);
    this.#held = '';
  }

  #endToHold(text: string): number {
    const longest = Math.max(0, ...this.keys.filter((key) => key.length >= leastLength).map((key) => key.length - 1));
    for (let length = Math.min(longest, text.length); length > 0; length--)
      if (this.keys.some((key) => key.length > length && key.startsWith(text.slice(-length)))) return length;
    return 0;
  }
}
