import { outcomeWords } from '../../evaluation/outcomeWords';
import { shortId } from '../../instance/shortId';
import { costWords, durationWords, statusWords } from '../../run/trajectory/factWords';
import { folderOf, nameOf } from '../studyPath';
import type { TableRow } from './tableRow';

/** The columns, in their order on every surface. */
export const columnNames = [
  'run',
  'instance',
  'status',
  'outcome',
  'steps',
  'calls',
  'tokens',
  'cost',
  'time',
  'model',
  'format',
  'patch',
] as const;

export type ColumnName = (typeof columnNames)[number];

export interface TableColumn {
  readonly name: ColumnName;
  readonly title: string;
  /** Numbers stand at the right. */
  readonly isNumber: boolean;
  /** What rows are sorted by; null: not known, and last in either direction. */
  readonly value: (row: TableRow) => string | number | null;
  /** '' where nothing is known. */
  readonly words: (row: TableRow) => string;
}

/** Milliseconds from the first step to the end; null where not recorded, or where time went backwards. */
export const spanOf = ({ facts }: TableRow): number | null => {
  const [from, to] = [facts?.startedAt ?? null, facts?.endedAt ?? null];
  return from === null || to === null || to < from ? null : to - from;
};

const number = (value: number): string => value.toLocaleString('en-US');

/** Characters of the final patch. */
const patchWords = ({ facts }: TableRow): string => {
  if (facts === null) return '';
  if (facts.patchLength === null) return 'none';
  return facts.patchLength === 0 ? 'empty' : `${number(facts.patchLength)} chars`;
};

/** Of two attempts of one run each says its number. */
const runOf = ({ runId, attempt, facts, name }: TableRow): string => {
  if (runId === null) return facts?.runId ?? (name.includes('/') ? folderOf(name) : '');
  return attempt === null || attempt === 1 || runId.endsWith(`-a${attempt}`) ? runId : `${runId} #${attempt}`;
};

/** What a file's name says beside its instance: `14.fork-4.traj.json` is `fork-4`. */
const labelOf = (instanceId: string, name: string): string => {
  const file = nameOf(name);
  if (!file.startsWith(instanceId)) return '';
  return file
    .slice(instanceId.length)
    .replace(/\.(?:traj\.json|trajectory\.json|traj|jsonl?|eval|md|zst)(?: #\d+)?$/i, '')
    .replace(/^[._-]+/, '');
};

const instanceOf = ({ instanceId, name }: TableRow): string => {
  if (instanceId === null) return nameOf(name);
  const label = labelOf(instanceId, name);
  return label === '' ? shortId(instanceId) : `${shortId(instanceId)} ${label}`;
};

const outcomeOf = ({ outcome, outcomeFrom }: TableRow): string => {
  const words = outcomeWords(outcome);
  return outcomeFrom === 'file' ? `${words} (file)` : words;
};

const text = (name: ColumnName, title: string, words: (row: TableRow) => string): TableColumn => ({
  ...{ name, title, isNumber: false, words },
  value: (row) => words(row).toLowerCase() || null,
});

const figure = (
  name: ColumnName,
  title: string,
  value: (row: TableRow) => number | null,
  words: (value: number) => string = number,
): TableColumn => ({
  ...{ name, title, isNumber: true, value },
  words: (row) => {
    const known = value(row);
    return known === null ? '' : words(known);
  },
});

/** The columns by name, the same in the editor and on the command line. */
export const tableColumns: Readonly<Record<ColumnName, TableColumn>> = {
  run: text('run', 'Run', runOf),
  instance: text('instance', 'Instance', instanceOf),
  status: text('status', 'Status', ({ facts }) => (facts === null ? 'unreadable' : statusWords[facts.status])),
  outcome: text('outcome', 'Outcome', outcomeOf),
  steps: figure('steps', 'Steps', ({ facts }) => facts?.steps ?? null),
  calls: figure('calls', 'Calls', ({ facts }) => facts?.apiCalls ?? null),
  tokens: figure('tokens', 'Tokens', ({ facts }) => facts?.tokens ?? null),
  cost: figure('cost', 'Cost', ({ facts }) => facts?.costUsd ?? null, costWords),
  time: figure('time', 'Time', spanOf, durationWords),
  model: text('model', 'Model', ({ model }) => model ?? ''),
  format: text('format', 'Format', ({ facts }) => facts?.title ?? ''),
  patch: { ...figure('patch', 'Patch', ({ facts }) => facts?.patchLength ?? null), words: patchWords },
};

export interface TableOrder {
  readonly by: ColumnName;
  readonly descending: boolean;
}

const compared = (a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
};

/** Rows in the order of a column, those without a value last; equal ones stay as they were. Null: as they came. */
export const sortedRows = (rows: readonly TableRow[], order: TableOrder | null): readonly TableRow[] => {
  if (order === null) return rows;
  const { value } = tableColumns[order.by];
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  const sign = order.descending ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return sign * compared(a.key, b.key);
    })
    .map(({ row }) => row);
};
