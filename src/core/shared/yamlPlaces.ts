import { isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

/** Half-open range of characters in a text. */
export type TextSpan = readonly [number, number];

/** Keys and indexes from the top: `runs[1].base` is `['runs', 1, 'base']`. */
export type FieldPath = readonly (string | number)[];

/** The path that a field's name for people stands for. */
export const pathOfField = (field: string): FieldPath =>
  field
    .split(/\.|(?=\[\d+\])/)
    .filter((part) => part !== '')
    .map((part) => (/^\[\d+\]$/.test(part) ? Number(part.slice(1, -1)) : part));

const spanOf = (node: unknown): TextSpan | null => {
  const range = (node as Node | null | undefined)?.range;
  return range ? [range[0], range[1]] : null;
};

/** A key as it is written, however it is quoted. */
export const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key);

/** Where things stand in the text of a YAML document. */
export class YamlPlaces {
  constructor(
    readonly text: string,
    private readonly lines: LineCounter,
    readonly root: unknown,
  ) {}

  /** 1-based. */
  line(offset: number): number {
    return Math.max(1, this.lines.linePos(offset).line);
  }

  /**
   * What is marked for a fault of a node: a value whole, of a list or block between brackets or over several lines the
   * first line, and its key (or whatever stands before it) where there is no value.
   */
  ofNode(node: unknown, before: unknown = null): TextSpan {
    const [start, end]: TextSpan = spanOf(node) ?? spanOf(before) ?? this.firstText();
    if (start === end && before !== null && before !== node && spanOf(before) !== null) return this.ofNode(before);
    return isScalar(node) && !this.isOverLines(start, end) ? [start, end] : this.firstLine(start, end);
  }

  /**
   * The place of a field that is named by its path, or of the nearest thing above it that there is. `key`: the name of
   * the field instead of its value.
   */
  ofPath(path: FieldPath, part: 'key' | 'value' = 'value'): TextSpan {
    let node: unknown = this.root;
    let before: unknown = null;
    for (const [at, step] of path.entries()) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => keyText(key) === String(step));
        if (pair === undefined) break;
        if (part === 'key' && at === path.length - 1) return this.ofNode(pair.key);
        before = pair.key;
        node = pair.value;
      } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
        node = node.items[step];
        before = spanOf(node) === null ? before : null;
      } else break;
    }
    return this.ofNode(node, before);
  }

  private isOverLines(start: number, end: number): boolean {
    return this.text.slice(start, end).includes('\n');
  }

  private firstLine(start: number, end: number): TextSpan {
    const [line = ''] = this.text.slice(start, end).split(/\r?\n/, 1);
    return [start, start + line.trimEnd().length];
  }

  /** The first line that holds something. */
  private firstText(): TextSpan {
    const start = this.text.search(/\S/);
    return start < 0 ? [0, this.text.length] : this.firstLine(start, this.text.length);
  }
}
