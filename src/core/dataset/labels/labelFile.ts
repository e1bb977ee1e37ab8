import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Problem } from '../../shared/problem';
import { csvRecords } from './csvRecords';
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
}

export interface LabelFileReading {
  /** In the file's order; of two on one label of one instance the later counts. */
  readonly corrections: readonly LabelCorrection[];
  readonly problems: readonly Problem[];
}

const columns = ['instance_id', 'field', 'value', 'by', 'reason'] as const;

const maxYaml = 2 * 1024 * 1024;

interface Entry {
  readonly line: number;
  readonly cells: Readonly<Record<string, string | readonly string[] | null>>;
}

/** `task_type`, `taskTypes` and `Task type` mean the same. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/s$/, '');

const keyOfField = (name: string): LabelField | null =>
  labelFields.find(({ key, field }) => plain(field) === plain(name) || plain(key) === plain(name))?.key ?? null;

/** Gathers corrections and what is wrong with the others; `labels line n` as STUDY-FILE.md says it. */
class Reading implements LabelFileReading {
  readonly corrections: LabelCorrection[] = [];
  readonly problems: Problem[] = [];

  constructor(private readonly file: string) {}

  say(line: number, field: string | null, reason: string): void {
    this.problems.push({ where: `${this.file} line ${line}`, field, reason });
  }

  take({ line, cells }: Entry): void {
    const text = (name: string): string | null => {
      const value = cells[name];
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    };
    const instanceId = text('instance_id');
    const field = text('field');
    if (instanceId === null || field === null) {
      const name = instanceId === null ? 'instance_id' : 'field';
      this.say(line, name, `S003 labels line ${line}: ${name} is missing. It says what is corrected.`);
      return;
    }
    const key = keyOfField(field);
    if (key === null) {
      const list = labelFields.map((known) => known.field).join(', ');
      this.say(line, 'field', `S004 labels line ${line}: field: "${field}" isn't one of ${list}.`);
      return;
    }
    const value = cells['value'] ?? '';
    const values = (typeof value === 'string' ? value.split('|') : value).map((one) => one.trim());
    const kept = values.filter((one) => one !== '');
    this.corrections.push({ instanceId, key, values: kept, by: text('by'), reason: text('reason'), line });
  }
}

const readCsv = (text: string, reading: Reading): void => {
  const [head, ...records] = csvRecords(text);
  const names = head?.fields.map((name) => name.trim()) ?? [];
  for (const name of ['instance_id', 'field', 'value'])
    if (!names.includes(name))
      reading.say(1, name, `S003 labels line 1: no column ${name}. Write the head ${columns.join(',')}.`);
  if (reading.problems.length > 0) return;
  for (const { line, fields } of records) {
    const cells = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? null]));
    if (fields.length > names.length) {
      const found = `${fields.length} values under ${names.length} columns`;
      reading.say(line, null, `S002 labels line ${line}: ${found}; not used. Quote a value that has a comma.`);
    } else reading.take({ line, cells });
  }
};

const cellOf = (node: unknown): string | readonly string[] | null => {
  if (isSeq(node)) return node.items.flatMap((item) => (isScalar(item) ? [String(item.source ?? item.value)] : []));
  return isScalar(node) && node.value !== null ? String(node.source ?? node.value) : null;
};

const readYaml = (text: string, reading: Reading): void => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const lineOf = (node: unknown): number => lines.linePos((node as Node | null)?.range?.[0] ?? 0).line;
  for (const error of document.errors)
    reading.say(lines.linePos(error.pos[0]).line, null, `S002 This isn't YAML: ${error.message.split('\n')[0]}`);
  if (!isSeq(document.contents)) {
    reading.say(1, null, `S002 labels: expected a list of blocks with ${columns.join(', ')}.`);
    return;
  }
  for (const item of document.contents.items) {
    const line = lineOf(item);
    if (!isMap(item)) reading.say(line, null, `S002 labels line ${line}: expected a block with ${columns.join(', ')}.`);
    else reading.take({ line, cells: Object.fromEntries(columns.map((name) => [name, cellOf(item.get(name, true))])) });
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
    reading.say(1, null, 'S002 labels: over 2 MiB of YAML; write so many corrections as CSV.');
  else if (isYamlLabels(text)) readYaml(text, reading);
  else if (text.trim() !== '') readCsv(text, reading);
  return { corrections: reading.corrections, problems: reading.problems };
};
