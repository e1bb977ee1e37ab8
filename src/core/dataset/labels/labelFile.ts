import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { nearest } from '../../shared/nearest';
import type { Problem } from '../../shared/problem';
import { readYaml } from '../../shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../../shared/yamlFault';
import { type TextSpan, YamlPlaces } from '../../shared/yamlPlaces';
import { type CsvRecord, csvRecords } from './csvRecords';
import { type LabelField, labelFields } from './labelWords';

/** One correction of a label file: what a person says a label is. */
export interface LabelCorrection {
  readonly instanceId: string;
  readonly key: LabelField;
  /** None: the person says that it is unknown. */
  readonly values: readonly string[];
  readonly by: string | null;
  readonly reason: string | null;
  /** 1-based line of the label file. */
  readonly line: number;
  /** Where it stands in the file's text; absent where it isn't read out of one. */
  readonly spans?: CorrectionSpans;
}

/** Where the cells of a correction stand; `row` is its first line. */
export interface CorrectionSpans {
  readonly row: TextSpan;
  readonly instanceId: TextSpan;
  readonly field: TextSpan;
  /** Of `reason` where there is one, else of the row. */
  readonly reason: TextSpan;
}

/** A fault of a label file; `code` and `range` as for the study file's. */
export interface LabelProblem extends Problem {
  readonly code: string;
  readonly range: TextSpan;
  readonly meant?: readonly string[];
}

export interface LabelFileReading {
  /** In the file's order; of two on one label of one instance the later counts. */
  readonly corrections: readonly LabelCorrection[];
  readonly problems: readonly LabelProblem[];
}

const columns = ['instance_id', 'field', 'value', 'by', 'reason'] as const;

const maxYaml = 2 * 1024 * 1024;

interface Entry {
  readonly line: number;
  readonly row: TextSpan;
  /** Of the cells that are there. */
  readonly spans: Readonly<Record<string, TextSpan | undefined>>;
  readonly cells: Readonly<Record<string, string | readonly string[] | null>>;
}

/** `task_type`, `taskTypes` and `Task type` mean the same. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/s$/, '');

const keys: ReadonlyMap<string, LabelField> = new Map(
  labelFields.flatMap(({ key, field }) => [
    [plain(field), key],
    [plain(key), key],
  ]),
);

const keyOfField = (name: string): LabelField | null => keys.get(plain(name)) ?? null;

/** Gathers corrections and what is wrong with the others; `labels line n` as STUDY-FILE.md says it. */
class Reading implements LabelFileReading {
  readonly corrections: LabelCorrection[] = [];
  readonly problems: LabelProblem[] = [];

  constructor(private readonly file: string) {}

  say(line: number, field: string | null, range: TextSpan, reason: string, meant: readonly string[] = []): void {
    const code = /^[SW]\d+/.exec(reason)?.[0] ?? 'yaml';
    const where = `${this.file} line ${line}`;
    this.problems.push({ where, field, reason, code, range, ...(meant.length > 0 ? { meant } : {}) });
  }

  take({ line, row, cells, spans }: Entry): void {
    const text = (name: string): string | null => {
      const value = cells[name];
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    };
    const at = (name: string): TextSpan => spans[name] ?? row;
    const instanceId = text('instance_id');
    const field = text('field');
    if (instanceId === null || field === null) {
      const name = instanceId === null ? 'instance_id' : 'field';
      this.say(line, name, row, `S003 labels line ${line}: ${name} is missing. It says what is corrected.`);
      return;
    }
    const key = keyOfField(field);
    if (key === null) {
      this.unknownField(line, at('field'), field);
      return;
    }
    const value = cells['value'] ?? '';
    const values = (typeof value === 'string' ? value.split('|') : value).map((one) => one.trim());
    const kept = values.filter((one) => one !== '');
    const places = { row, instanceId: at('instance_id'), field: at('field'), reason: at('reason') };
    const said = { values: kept, by: text('by'), reason: text('reason') };
    this.corrections.push({ instanceId, key, ...said, line, spans: places });
  }

  private unknownField(line: number, range: TextSpan, field: string): void {
    const names = labelFields.map((known) => known.field);
    const near = nearest(field, names);
    const words = `S004 labels line ${line}: field: "${field}" isn't one of ${names.join(', ')}.`;
    this.say(line, 'field', range, words, near === null ? names : [near]);
  }
}

const rowOf = ({ spans }: CsvRecord): TextSpan => [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0];

/** The first line of a span. */
const firstLine = (text: string, [start, end]: TextSpan): TextSpan => {
  const [line = ''] = text.slice(start, end).split(/\r?\n/, 1);
  return [start, start + line.length];
};

const spansByName = (names: readonly string[], spans: readonly TextSpan[]): Entry['spans'] =>
  Object.fromEntries(
    names.flatMap((name, at) => {
      const span = spans[at];
      return span && span[1] > span[0] ? [[name, span] as const] : [];
    }),
  );

const readCsv = (text: string, reading: Reading): void => {
  const [head, ...records] = csvRecords(text);
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const top = head ? firstLine(text, rowOf(head)) : ([0, 0] as const);
  for (const name of ['instance_id', 'field', 'value'])
    if (!names.includes(name))
      reading.say(1, name, top, `S003 labels line 1: no column ${name}. Write the head ${columns.join(',')}.`);
  if (reading.problems.length > 0) return;
  for (const record of records) {
    const { line, fields, spans } = record;
    const row = firstLine(text, rowOf(record));
    const cells = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? null]));
    if (fields.length > names.length) {
      const found = `${fields.length} values under ${names.length} columns`;
      reading.say(line, null, row, `S002 labels line ${line}: ${found}; not used. Quote a value that has a comma.`);
    } else reading.take({ line, row, cells, spans: spansByName(names, spans) });
  }
};

const cellOf = (node: unknown): string | readonly string[] | null => {
  if (isSeq(node)) return node.items.flatMap((item) => (isScalar(item) ? [String(item.source ?? item.value)] : []));
  return isScalar(node) && node.value !== null ? String(node.source ?? node.value) : null;
};

const entryOf = (item: YAMLMap, line: number, places: YamlPlaces): Entry => {
  const nodes = columns.map((name) => [name, item.get(name, true) as unknown] as const);
  const spans = nodes.flatMap(([name, node]) => (isScalar(node) ? [[name, places.ofNode(node)] as const] : []));
  return {
    line,
    row: places.ofNode(item),
    cells: Object.fromEntries(nodes.map(([name, node]) => [name, cellOf(node)])),
    spans: Object.fromEntries(spans),
  };
};

const readRows = (text: string, reading: Reading): void => {
  const { document, lines } = readYaml(text);
  const places = new YamlPlaces(text, lines, document.contents);
  for (const error of document.errors) {
    const range = yamlFaultRange(text, error);
    reading.say(places.line(range[0]), null, range, yamlFaultWords(error));
  }
  if (!isSeq(document.contents)) {
    const words = `S002 labels: expected a list of blocks with ${columns.join(', ')}.`;
    if (document.errors.length === 0) reading.say(1, null, places.ofNode(document.contents), words);
    return;
  }
  for (const item of document.contents.items) {
    const place = places.ofNode(item);
    const line = places.line(place[0]);
    if (isMap(item)) reading.take(entryOf(item, line, places));
    else reading.say(line, null, place, `S002 labels line ${line}: expected a block with ${columns.join(', ')}.`);
  }
};

/** Whether a label file is a YAML list; by its content, since both forms may have any name. */
export const isYamlLabels = (text: string): boolean => /^\ufeff?(?:\s|#[^\n]*\n|---)*(?:- |-\n|\[)/.test(text);

/**
 * Reads a study's label file (STUDY-FILE.md `labels`): CSV or a YAML list of `instance_id, field, value, by, reason`.
 * Several values stand with `|` between them, or as a list in YAML; no value means unknown. Faults come beside what is
 * right, with their line. `file` is its name for people.
 */
export const readLabelFile = (text: string, file: string): LabelFileReading => {
  const reading = new Reading(file);
  if (isYamlLabels(text) && text.length > maxYaml)
    reading.say(1, null, [0, 0], 'S002 labels: over 2 MiB of YAML; write so many corrections as CSV.');
  else if (isYamlLabels(text)) readRows(text, reading);
  else if (text.trim() !== '') readCsv(text, reading);
  return { corrections: reading.corrections, problems: reading.problems };
};
