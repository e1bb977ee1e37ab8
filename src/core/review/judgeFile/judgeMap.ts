import { isMap, isScalar } from 'yaml';
import { nearest } from '../../shared/nearest';
import { readYaml } from '../../shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../../shared/yamlFault';
import { keyText, YamlPlaces } from '../../shared/yamlPlaces';
import type { AnswerValue } from '../form/answers';
import type { JudgeProblem } from './importedAnswer';
import { valueIn } from './rowFields';
import { readPattern, type SubjectPattern } from './subjectPattern';

/** Where a value of a row comes from, and what its words mean. */
export interface MappedField {
  readonly field: string;
  /** Meaning of each word; null: the word itself is the value. */
  readonly values: ReadonlyMap<string, AnswerValue> | null;
}

/** How the fields of a judge's file are read (`judges[].map` of the study file). */
export interface JudgeMap {
  /** The file's name, for people. */
  readonly file: string;
  readonly judge: string | null;
  readonly rubric: string | null;
  /** One field with a pattern, or a field for each part. */
  readonly subject:
    | { readonly kind: 'pattern'; readonly field: string; readonly pattern: SubjectPattern }
    | {
        readonly kind: 'fields';
        readonly instance: string;
        readonly run: string | null;
        readonly attempt: string | null;
      };
  /** Null where rows are pairs. */
  readonly overall: MappedField | null;
  readonly pair: { readonly a: string; readonly b: string; readonly winner: MappedField } | null;
  readonly criteria: readonly {
    readonly id: string;
    readonly answer: MappedField;
    readonly rationale: string | null;
  }[];
  readonly rationale: string | null;
  readonly reason: string | null;
  readonly model: string | null;
  /** Of the prompt's SHA-256. */
  readonly prompt: string | null;
  readonly saw: { readonly characters: string; readonly of: string | null } | null;
}

export interface JudgeMapReading {
  /** Null where the map can't be used; `problems` say why. */
  readonly map: JudgeMap | null;
  readonly problems: readonly JudgeProblem[];
}

const fieldNames = 'judge rubric subject overall pair criteria rationale reason model prompt saw'.split(' ');

type Say = (field: string, node: unknown, reason: string) => void;

const textAt = (node: unknown, key: string): string | null => {
  const value: unknown = isMap(node) ? node.get(key) : undefined;
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
};

const childAt = (node: unknown, key: string): unknown => (isMap(node) ? (node.get(key, true) ?? null) : null);

/** `analysis` and `{ field: analysis }` are the same. */
const nameAt = (node: unknown, key: string): string | null => textAt(node, key) ?? textAt(childAt(node, key), 'field');

const valuesOf = (node: unknown): MappedField['values'] => {
  const values = childAt(node, 'values');
  if (!isMap(values)) return null;
  const entries = values.items.flatMap(({ key, value }) => {
    const meaning = valueIn(isScalar(value) ? value.value : null);
    return meaning === null ? [] : [[keyText(key), meaning] as const];
  });
  return new Map(entries);
};

const mapped = (root: unknown, key: string): MappedField | null => {
  const field = nameAt(root, key);
  return field === null ? null : { field, values: valuesOf(childAt(root, key)) };
};

const subjectOf = (root: unknown, say: Say): JudgeMap['subject'] | null => {
  const node = childAt(root, 'subject');
  const [field, pattern] = [textAt(node, 'field'), textAt(node, 'pattern')];
  if (field !== null && pattern !== null) {
    const read = readPattern(pattern);
    if (typeof read !== 'string') return { kind: 'pattern', field, pattern: read };
    say('subject.pattern', childAt(node, 'pattern'), read);
    return null;
  }
  const instance = textAt(node, 'instance') ?? field;
  if (instance !== null)
    return { kind: 'fields', instance, run: textAt(node, 'run'), attempt: textAt(node, 'attempt') };
  say('subject', node, 'is missing. It says which fields name the item: { field: id, pattern: "{run}/{instance}" }.');
  return null;
};

const criteriaOf = (root: unknown, say: Say): JudgeMap['criteria'] => {
  const node = childAt(root, 'criteria');
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key }) => {
    const id = keyText(key);
    const answer = mapped(node, id);
    if (answer === null) say(`criteria.${id}`, key, 'names no field: { field: ... }.');
    return answer === null ? [] : [{ id, answer, rationale: nameAt(childAt(node, id), 'rationale') }];
  });
};

const pairOf = (root: unknown, say: Say): JudgeMap['pair'] => {
  const node = childAt(root, 'pair');
  if (!isMap(node)) return null;
  const [a, b, winner] = [nameAt(node, 'a'), nameAt(node, 'b'), mapped(node, 'winner')];
  if (a !== null && b !== null && winner !== null) return { a, b, winner };
  say('pair', node, 'needs three fields: { a: ..., b: ..., winner: ... }.');
  return null;
};

const sayUnknown = (root: unknown, say: Say): void => {
  if (!isMap(root)) return;
  for (const { key } of root.items) {
    const name = keyText(key);
    if (fieldNames.includes(name) || name.startsWith('x-')) continue;
    const near = nearest(name, fieldNames);
    say(name, key, `unknown field.${near === null ? '' : ` Did you mean "${near}"?`}`);
  }
};

const sawOf = (root: unknown): JudgeMap['saw'] => {
  const node = childAt(root, 'saw');
  const characters = textAt(node, 'characters');
  return characters === null ? null : { characters, of: textAt(node, 'of') };
};

const build = (root: unknown, file: string, say: Say): JudgeMap | null => {
  const subject = subjectOf(root, say);
  const pair = pairOf(root, say);
  const overall = mapped(root, 'overall');
  if (overall === null && pair === null)
    say(
      'overall',
      childAt(root, 'overall'),
      'is missing. It says which field is the label: { field: verdict, values: ... }.',
    );
  if (subject === null || (overall === null && pair === null)) return null;
  return {
    file,
    judge: textAt(root, 'judge'),
    rubric: textAt(root, 'rubric'),
    subject,
    overall,
    pair,
    criteria: criteriaOf(root, say),
    rationale: nameAt(root, 'rationale'),
    reason: nameAt(root, 'reason'),
    model: nameAt(root, 'model'),
    prompt: nameAt(root, 'prompt'),
    saw: sawOf(root),
  };
};

/** Reads a mapping file: YAML, nothing of it evaluated. `file` as people call it. */
export const readJudgeMap = (text: string, file: string): JudgeMapReading => {
  const { document, lines } = readYaml(text);
  const places = new YamlPlaces(text, lines, document.contents);
  const problems: JudgeProblem[] = [];
  const sayAt = (field: string | null, offset: number, reason: string): void => {
    const line = places.line(offset);
    problems.push({ code: 'map', where: `${file} line ${line}`, field, reason, line });
  };
  for (const error of document.errors) sayAt(null, yamlFaultRange(text, error)[0], yamlFaultWords(error));
  if (document.errors.length > 0) return { map: null, problems };
  if (!isMap(document.contents)) {
    sayAt(null, 0, 'A mapping file is a block of names: subject, overall, rationale.');
    return { map: null, problems };
  }
  const say: Say = (field, node, reason) => sayAt(field, places.ofNode(node)[0], `${field} ${reason}`);
  sayUnknown(document.contents, say);
  return { map: build(document.contents, file, say), problems };
};
