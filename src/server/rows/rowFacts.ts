import { detectRow, openEnvelope } from '../../core/dataset/detectRow';
import { isFields } from '../../core/dataset/formats/fields';
import type { Fields } from '../../core/dataset/formats/rowFormat';
import { isSampleRow } from '../../core/run/prediction/readSamples';
import { brokenFault } from './faults/brokenFault';
import { FaultList, type Faults } from './faults/faultList';
import { parseRow } from './parseRow';
import { rowReaders } from './rowReaders';
import { type Fieldset, fieldsetOf, type Member } from './text/jsonSpans';
import type { RowPiece, Span } from './text/rowSheet';

/** Rows that are ours; `samples` are solutions that are code. */
export type RowKindName = 'instance' | 'prediction' | 'samples' | 'report' | 'summary';

export type RowIs = RowKindName | 'blank' | 'broken' | 'unknown';

/** What was found in one row, by its text and key alone. */
export interface RowFacts {
  readonly is: RowIs;
  /** The instance that the row is or speaks of; null where it names none. */
  readonly id: string | null;
  /** Where the id stands; the row's first character where it stands nowhere. */
  readonly idSpan: Span;
  /** First line of the statement, the model, or what a report says. */
  readonly title: string | null;
  readonly faults: Faults;
}

/** One row while it is looked at: its own fields (out of an envelope too), with their places in the text. */
export interface RowLook {
  readonly text: string;
  readonly key: string | null;
  readonly row: Fields;
  readonly fields: ReadonlyMap<string, Member>;
  readonly found: FaultList;
}

const atStart: Span = { start: 0, end: 1 };

const nothing = (is: RowIs): RowFacts => ({
  is,
  id: null,
  idSpan: atStart,
  title: null,
  faults: { listed: [], more: 0 },
});

/** One for all blank lines: a file may have millions of them. */
const blank = nothing('blank');

/** Facts of a row, made once and kept with it. */
export const factsOf = (piece: RowPiece): RowFacts => {
  piece.facts ??= lookAt(piece);
  return piece.facts;
};

const lookAt = ({ text, key, lead }: RowPiece): RowFacts => {
  if (!/\S/.test(text)) return blank;
  const parsed = parseRow(text);
  if (parsed === null) return { ...nothing('broken'), faults: { listed: [brokenFault(text)], more: 0 } };
  const kind = kindOf(parsed.value, key);
  if (kind === 'unknown' || !isFields(parsed.value)) return nothing(kind);
  const { row } = openEnvelope(parsed.value);
  const { fields, replaced } = fieldsIn(text, row === parsed.value);
  const found = new FaultList();
  if (parsed.note !== null) found.add('mended', 'warning', nanSpan(text), parsed.note);
  for (const { name, key: span } of replaced)
    found.add('key-twice', 'warning', span ?? atStart, `${name} stands twice in this row: the last one counts.`);
  const look: RowLook = { text, key, row, fields, found };
  const { id, names, title } = rowReaders[kind](look, parsed.value);
  return { is: kind, id, idSpan: idSpanOf(look, names, lead), title, faults: found.done() };
};

const kindOf = (value: unknown, key: string | null): RowKindName | 'unknown' => {
  const { kind } = detectRow(value);
  return kind === 'unknown' && isSampleRow(value, key) ? 'samples' : kind;
};

/** Members of the row itself; of one in an envelope those of both, the inner ones counting. */
const fieldsIn = (text: string, isPlain: boolean): Fieldset => {
  const outer = fieldsetOf(text);
  const inner = isPlain ? undefined : outer.fields.get('row');
  if (!inner) return outer;
  const own = fieldsetOf(text, inner.value.start);
  return { fields: new Map([...outer.fields, ...own.fields]), replaced: [...outer.replaced, ...own.replaced] };
};

/** Members of a row that is no look any more, for what mends it. */
export const fieldsOf = (text: string): ReadonlyMap<string, Member> => {
  const value = parseRow(text)?.value;
  return fieldsIn(text, !isFields(value) || openEnvelope(value).row === value).fields;
};

/** The first NaN or Infinity that stands as a value. */
const nanSpan = (text: string): Span => {
  const found = /([:,[]\s*)(-?Infinity|NaN)/.exec(text);
  if (!found) return atStart;
  const start = found.index + (found[1]?.length ?? 0);
  return { start, end: start + (found[2]?.length ?? 1) };
};

const idSpanOf = ({ fields, key }: RowLook, names: readonly string[], lead: number): Span => {
  const member = names.map((name) => fields.get(name)).find((found) => found !== undefined);
  if (member) return member.value;
  return key === null ? atStart : { start: -lead, end: Math.min(-lead + JSON.stringify(key).length, 0) };
};
