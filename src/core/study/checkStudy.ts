import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { parserNames } from '../evaluation/logs/registry';
import type { FieldShape, Fields, Reference, Required } from '../shared/fieldShape';
import { nearest } from '../shared/nearest';
import { keyText, type TextSpan, type YamlPlaces } from '../shared/yamlPlaces';
import { fits, meantBy, scalarWords } from './scalarFits';
import { type Declared, isDeclared, listed, type NamedPath, nothingDeclared } from './studyNames';
import { staysInside } from './studyPath';
import { foundWords, StudyFaults, type StudyProblem } from './studyProblem';
import { studyFields, studyRequired } from './studySchema';
import { textOf } from './yamlValues';

/** Faults of one file for which the nearest name is looked for. */
const mostHelped = 200;

/** Walks the document beside the table of fields and says each fault at its place. */
export class StudyChecker {
  readonly problems: StudyProblem[] = [];
  readonly paths: NamedPath[] = [];
  readonly faults: StudyFaults;
  private declared = nothingDeclared;

  constructor(
    file: string,
    private readonly places: YamlPlaces,
  ) {
    this.faults = new StudyFaults(file, places);
  }

  lineOf(node: unknown): number {
    return this.places.line(this.places.ofNode(node)[0]);
  }

  /** `before` is marked where the node is empty: the name of the field. */
  say(
    code: string,
    field: string | null,
    node: unknown,
    words: string,
    more: { readonly before?: unknown; readonly meant?: readonly string[] } = {},
  ): void {
    this.sayAt(code, field, this.places.ofNode(node, more.before ?? null), words, more.meant);
  }

  /** A fault at a place of the text, for what has no node. */
  sayAt(code: string, field: string | null, range: TextSpan, words: string, meant: readonly string[] = []): void {
    this.problems.push(this.faults.at(code, field, range, words, meant));
  }

  document(root: YAMLMap, declared: Declared): void {
    this.declared = declared;
    this.fields(root, studyFields, '');
    this.required(root, studyRequired, '', null);
  }

  /** What was meant; not looked for any more where nearly everything is wrong. */
  private near(word: string, names: readonly string[]): string | null {
    return this.problems.length < mostHelped ? nearest(word, names) : null;
  }

  private fields(node: YAMLMap, fields: Fields, path: string): void {
    for (const pair of node.items) {
      const name = keyText(pair.key);
      const field = path === '' ? name : `${path}.${name}`;
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (shape) this.field(pair.value, shape, field, pair.key);
      else if (!name.startsWith('x-')) this.unknown(pair.key, name, field, Object.keys(fields));
    }
  }

  private required(node: YAMLMap, required: Required, path: string, key: unknown): void {
    for (const [name, purpose] of Object.entries(required)) {
      const field = path === '' ? name : `${path}.${name}`;
      if (!node.has(name)) this.say('S003', field, node, `${field} is missing. ${purpose}`, { before: key });
    }
  }

  private unknown(node: unknown, name: string, field: string, names: readonly string[]): void {
    const near = this.near(name, names);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    const meant = near === null ? [] : [near];
    this.say('S001', field, node, `${field}: unknown field.${hint} Own fields start with "x-".`, { meant });
  }

  private wrongType(node: unknown, key: unknown, field: string, expected: string, meant: readonly string[] = []): void {
    const words = `${field}: expected ${expected}, found ${foundWords(node)}.`;
    this.say('S002', field, node, words, { before: key, meant });
  }

  private field(node: unknown, shape: FieldShape, field: string, key: unknown): void {
    if (shape.type === 'later') return;
    if (shape.type === 'either') this.field(node, isMap(node) || isSeq(node) ? shape.block : shape.plain, field, key);
    else if (shape.type === 'block') this.block(node, shape, field, key);
    else if (shape.type === 'list') this.list(node, shape, field, key);
    else if (shape.type === 'strings') this.list(node, { type: 'list', of: { ...shape, type: 'text' } }, field, key);
    else if (shape.type === 'choices')
      this.list(node, { type: 'list', of: { type: 'choice', values: shape.values } }, field, key);
    else if (shape.type === 'map' || shape.type === 'paths') this.map(node, shape.type, field, key);
    else if (shape.type === 'notYet') this.notYet(node, field, key);
    else this.scalar(node, shape, field, key);
  }

  private notYet(node: unknown, field: string, key: unknown): void {
    if (isSeq(node) && node.items.length === 0) return;
    const words = `${field}: this version reads it and does nothing with it yet.`;
    this.say('not-yet', field, key, words);
  }

  private map(node: unknown, type: 'map' | 'paths', field: string, key: unknown): void {
    if (!isMap(node)) this.wrongType(node, key, field, 'a block of names and texts');
    else if (type === 'paths')
      for (const pair of node.items)
        this.field(pair.value, { type: 'path', builtIn: true }, `${field}.${keyText(pair.key)}`, pair.key);
  }

  private block(node: unknown, shape: Extract<FieldShape, { type: 'block' }>, field: string, key: unknown): void {
    if (!isMap(node)) {
      this.wrongType(node, key, field, 'a block');
      return;
    }
    this.fields(node, shape.fields, field);
    this.required(node, shape.required ?? {}, field, key);
  }

  private list(node: unknown, shape: Extract<FieldShape, { type: 'list' }>, field: string, key: unknown): void {
    if (!isSeq(node)) {
      this.wrongType(node, key, field, 'a list');
      return;
    }
    for (const [index, item] of node.items.entries()) {
      const plain = shape.plain && isScalar(item) ? shape.plain : shape.of;
      this.field(item, plain, `${field}[${index}]`, key);
    }
  }

  private scalar(node: unknown, shape: FieldShape, field: string, key: unknown): void {
    const value = isScalar(node) ? node.value : undefined;
    if (shape.type === 'choice') this.choice(node, key, textOf(node), shape.values, field);
    else if (shape.type === 'whole') this.whole(node, key, value, shape, field);
    else if (shape.type === 'parser') this.parser(node, key, textOf(node), field);
    else if (shape.type === 'path') this.path(node, key, shape, field);
    else this.plain(node, key, shape as Extract<FieldShape, { refers?: Reference }>, field);
  }

  private plain(node: unknown, key: unknown, shape: Extract<FieldShape, { refers?: Reference }>, field: string): void {
    const type = shape.type === 'strings' ? 'text' : shape.type;
    const written = textOf(node);
    const value = isScalar(node) ? node.value : undefined;
    if (!fits(type, type === 'id' || type === 'hash' ? written : value)) {
      const meant = isScalar(node) ? meantBy(type, written ?? String(value)) : [];
      this.wrongType(node, key, field, scalarWords[type], meant);
    } else if (shape.refers !== undefined && written !== null && isDeclared(shape.refers))
      this.reference(node, written, shape.refers, field);
  }

  private reference(node: unknown, name: string, kind: keyof Declared, field: string): void {
    const names = this.declared[kind];
    if (names.includes(name)) return;
    const near = this.near(name, names);
    const words = `${field}: no ${kind} "${name}" here. There are: ${listed(names)}.`;
    this.say('S007', field, node, words, { meant: near === null ? [] : [near] });
  }

  private path(node: unknown, key: unknown, shape: Extract<FieldShape, { type: 'path' }>, field: string): void {
    const path = textOf(node);
    if (path === null || path === '') this.wrongType(node, key, field, scalarWords.path);
    else if (!shape.outside && !staysInside(path))
      this.say('S008', field, node, `${field}: "${path}" leaves the study's folder.`);
    else if (!shape.output)
      this.paths.push({ field, path, outside: shape.outside ?? false, builtIn: shape.builtIn ?? false });
  }

  private choice(node: unknown, key: unknown, value: string | null, values: readonly string[], field: string): void {
    if (value === null) this.wrongType(node, key, field, `one of ${values.join(', ')}`);
    else if (!values.includes(value)) {
      const near = this.near(value, values);
      const words = `${field}: "${value}" isn't one of ${values.join(', ')}.`;
      this.say('S004', field, node, words, { meant: near === null ? values.slice(0, 5) : [near] });
    }
  }

  private whole(
    node: unknown,
    key: unknown,
    value: unknown,
    range: { readonly min: number; readonly max: number },
    field: string,
  ): void {
    if (typeof value !== 'number' || !Number.isInteger(value)) this.wrongType(node, key, field, 'a whole number');
    else if (value < range.min || value > range.max)
      this.say('S010', field, node, `${field}: ${value} is outside ${range.min} to ${range.max}.`);
  }

  /** S127: the log parser by which tests are graded. */
  private parser(node: unknown, key: unknown, name: string | null, field: string): void {
    if (name === null) this.wrongType(node, key, field, 'the name of a log parser');
    else if (!parserNames.includes(name.replace(/^parse_log_/, ''))) {
      const near = this.near(name.replace(/^parse_log_/, ''), parserNames);
      const words = `no log parser "${name}". There are: ${parserNames.join(', ')}.`;
      this.say('S127', field, node, words, { meant: near === null ? [] : [near] });
    }
  }
}
