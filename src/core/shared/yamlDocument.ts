import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  YAMLParseError,
} from 'yaml';

/** A YAML text as it was read: its tree, its faults in the order of the text, its lines. */
export interface YamlReading {
  readonly document: Document;
  readonly lines: LineCounter;
}

const rangeOf = (node: unknown): readonly [number, number] => {
  const range = (node as Node | null)?.range;
  return [range?.[0] ?? 0, range?.[1] ?? 0];
};

/** The keys of one block that stand before in it. Only names and numbers can be alike. */
const twiceIn = (items: readonly Pair[]): unknown[] => {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    if (seen.has(key.value)) return [key];
    seen.add(key.value);
    return [];
  });
};

/** Keys that stand twice in their block, anywhere below. Calls itself for no depth. */
const twiceBelow = (root: unknown): unknown[] => {
  const found: unknown[] = [];
  const open: unknown[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isMap(node)) {
      for (const key of twiceIn(node.items)) found.push(key);
      for (const { key, value } of node.items) open.push(key ?? null, value ?? null);
    } else if (isSeq(node)) for (const item of node.items) open.push(item ?? null);
  }
  return found;
};

/**
 * Reads a YAML 1.2 text; nothing in it is evaluated. Fields that stand twice are found in one pass: the reader's own
 * look for them takes the square of their number, a minute for a file of 400 KB.
 */
export const readYaml = (text: string): YamlReading => {
  const lines = new LineCounter();
  const options = { lineCounter: lines, prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const;
  const document = parseDocument(text, options);
  const twice = twiceBelow(document.contents).map((key) => {
    const [start, end] = rangeOf(key);
    return new YAMLParseError([start, end], 'DUPLICATE_KEY', 'Map keys must be unique');
  });
  if (twice.length > 0) document.errors = [...document.errors, ...twice].sort((a, b) => a.pos[0] - b.pos[0]);
  return { document, lines };
};
