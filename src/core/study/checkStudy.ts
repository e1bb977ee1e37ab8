import { isMap, isScalar, isSeq, type LineCounter, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Problem } from '../shared/problem';
import { nearest, spanMs } from './spans';
import { staysInside } from './studyPath';
import { type FieldShape, type Fields, studyFields } from './studySchema';

/** A fault of the study file. `where` is `touchstone.yaml line 7`, `field` the path `runs[1].base`. */
export interface StudyProblem extends Problem {
  /** `S001` and so on, as in STUDY-FILE.md. */
  readonly code: string;
  /** 1-based. */
  readonly line: number;
  /** Half-open range of characters in the text: the value, the unknown key, or the first line of a block. */
  readonly range: readonly [number, number];
}

const idShape = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const kindOf = (node: unknown): string => {
  if (isMap(node)) return 'a block';
  if (isSeq(node)) return 'a list';
  const value = isScalar(node) ? node.value : null;
  return value === null || value === undefined
    ? 'nothing'
    : typeof value === 'string'
      ? `"${value.slice(0, 60)}"`
      : String(value);
};

const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key);

const scalarWords: Readonly<Record<string, string>> = {
  text: 'text',
  id: 'an id of a-z, 0-9, ".", "_" and "-", at most 64 long',
  integer: 'a whole number',
  span: 'a span such as 30m',
  share: 'a share from 0 to 1',
  boolean: 'true or false',
  path: 'a path',
};

const fits = (type: string, value: unknown): boolean => {
  if (type === 'id') return typeof value === 'string' && idShape.test(value);
  if (type === 'text' || type === 'path') return typeof value === 'string' || typeof value === 'number';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'span') return typeof value === 'string' && spanMs(value) !== null;
  if (type === 'share') return typeof value === 'number' && value >= 0 && value <= 1;
  return typeof value === 'boolean';
};

/** Walks the document beside the table of fields and says each fault at its line. */
export class StudyChecker {
  readonly problems: StudyProblem[] = [];

  constructor(
    private readonly file: string,
    private readonly lines: LineCounter,
  ) {}

  lineOf(node: unknown): number {
    const range = (node as Node | null)?.range;
    return range ? this.lines.linePos(range[0]).line : 1;
  }

  say(code: string, field: string | null, node: unknown, reason: string): void {
    const [start, end] = (node as Node | null)?.range ?? [0, this.lines.lineStarts[1] ?? 0];
    this.sayAt(code, field, [start, isScalar(node) ? end : Math.min(end, this.endOfLine(start))], reason);
  }

  /** A fault at a place of the text, for what has no node. */
  sayAt(code: string, field: string | null, range: readonly [number, number], reason: string): void {
    const { line } = this.lines.linePos(range[0]);
    const where = `${this.file} line ${line}`;
    this.problems.push({ code, line, range, where, field, reason: `${code} ${reason}` });
  }

  private endOfLine(offset: number): number {
    const next = this.lines.lineStarts[this.lines.linePos(offset).line];
    return next === undefined ? Number.POSITIVE_INFINITY : next - 1;
  }

  document(root: YAMLMap): void {
    this.fields(root, studyFields, '');
  }

  private fields(node: YAMLMap, fields: Fields, path: string): void {
    for (const pair of node.items) {
      const name = keyOf(pair);
      const field = path === '' ? name : `${path}.${name}`;
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (shape) this.field(pair.value, shape, field);
      else if (!name.startsWith('x-')) this.unknown(pair.key, name, field, Object.keys(fields));
    }
  }

  private unknown(node: unknown, name: string, field: string, names: readonly string[]): void {
    const near = nearest(name, names);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    this.say('S001', field, node, `${field}: unknown field.${hint} Own fields start with "x-".`);
  }

  private wrongType(node: unknown, field: string, expected: string): void {
    this.say('S002', field, node, `${field}: expected ${expected}, found ${kindOf(node)}.`);
  }

  private field(node: unknown, shape: FieldShape, field: string): void {
    if (shape.type === 'either') this.field(node, isMap(node) ? shape.block : shape.plain, field);
    else if (shape.type === 'block') this.block(node, shape, field);
    else if (shape.type === 'list') this.list(node, shape, field);
    else if (shape.type === 'strings') this.list(node, { type: 'list', of: { type: 'text' } }, field);
    else if (shape.type !== 'map' && shape.type !== 'later') this.scalar(node, shape, field);
    else if (shape.type === 'map' && !isMap(node)) this.wrongType(node, field, 'a block of names and texts');
  }

  private block(node: unknown, shape: Extract<FieldShape, { type: 'block' }>, field: string): void {
    if (!isMap(node)) {
      this.wrongType(node, field, 'a block');
      return;
    }
    this.fields(node, shape.fields, field);
    for (const [name, purpose] of Object.entries(shape.required ?? {}))
      if (!node.has(name)) this.say('S003', `${field}.${name}`, node, `${field}.${name} is missing. ${purpose}`);
  }

  private list(node: unknown, shape: Extract<FieldShape, { type: 'list' }>, field: string): void {
    if (!isSeq(node)) {
      this.wrongType(node, field, 'a list');
      return;
    }
    for (const [index, item] of node.items.entries()) {
      const plain = shape.plain && isScalar(item) ? shape.plain : shape.of;
      this.field(item, plain, `${field}[${index}]`);
    }
  }

  private scalar(node: unknown, shape: FieldShape, field: string): void {
    const value = isScalar(node) ? node.value : undefined;
    if (shape.type === 'choice') this.choice(node, value, shape.values, field);
    else if (shape.type === 'whole') this.whole(node, value, shape, field);
    else if (!fits(shape.type, value)) this.wrongType(node, field, scalarWords[shape.type] ?? shape.type);
    else if (shape.type === 'path' && !shape.outside && !staysInside(String(value)))
      this.say('S008', field, node, `${field}: "${String(value)}" leaves the study's folder.`);
  }

  private choice(node: unknown, value: unknown, values: readonly string[], field: string): void {
    if (typeof value !== 'string') this.wrongType(node, field, `one of ${values.join(', ')}`);
    else if (!values.includes(value))
      this.say('S004', field, node, `${field}: "${value}" isn't one of ${values.join(', ')}.`);
  }

  private whole(node: unknown, value: unknown, range: { min: number; max: number }, field: string): void {
    if (typeof value !== 'number' || !Number.isInteger(value)) this.wrongType(node, field, 'a whole number');
    else if (value < range.min || value > range.max)
      this.say('S010', field, node, `${field}: ${value} is outside ${range.min} to ${range.max}.`);
  }
}
