import { outcomeClass } from '../../evaluation/outcomeWords';
import { statusWords } from '../../run/trajectory/factWords';
import { nearest } from '../../shared/nearest';
import { err, ok, type Result } from '../../shared/result';
import { spanOf, tableColumns } from './tableColumns';
import type { TableRow } from './tableRow';

type Test = (row: TableRow) => boolean;

/** Words and `key:value` of a line; values may stand in quotes. */
const pieces = (line: string): readonly string[] => line.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

const within = (text: string | null, part: string): boolean => (text ?? '').toLowerCase().includes(part);

/** Every word that an outcome answers to: `no-verdict` and its reason, `not-evaluated`, ... */
const outcomeWordsOf = ({ outcome }: TableRow): readonly string[] => {
  const kind = outcomeClass(outcome);
  const reason = outcome !== null && 'reason' in outcome ? [outcome.reason] : [];
  return [kind, ...(kind === 'none' ? ['no-verdict'] : []), ...reason];
};

const statusOf = ({ facts }: TableRow): readonly string[] => {
  if (facts === null) return ['unreadable'];
  const { status, rawStatus } = facts;
  return [status, statusWords[status], ...(rawStatus === null ? [] : [rawStatus])].map((word) => word.toLowerCase());
};

const patchOf = ({ facts }: TableRow): string => {
  if (facts === null || facts.patchLength === null) return 'none';
  return facts.patchLength === 0 ? 'empty' : 'some';
};

const textKeys: Readonly<Record<string, (row: TableRow, value: string) => boolean>> = {
  run: (row, value) => within(tableColumns.run.words(row), value),
  instance: ({ instanceId, name }, value) => within(instanceId ?? name, value),
  model: ({ model }, value) => within(model, value),
  agent: ({ facts }, value) => within(facts?.agent ?? null, value),
  format: ({ facts }, value) => within(facts?.format ?? null, value) || within(facts?.title ?? null, value),
  path: ({ name }, value) => within(name, value),
  status: (row, value) => statusOf(row).some((word) => word.startsWith(value)),
  outcome: (row, value) => outcomeWordsOf(row).includes(value.replaceAll(' ', '-')),
  patch: (row, value) => patchOf(row) === value,
  is: ({ facts, fault }, value) => (value === 'unreadable' ? facts === null : value === 'damaged' && fault !== null),
};

const numberKeys: Readonly<Record<string, (row: TableRow) => number | null>> = {
  steps: ({ facts }) => facts?.steps ?? null,
  calls: ({ facts }) => facts?.apiCalls ?? null,
  tokens: ({ facts }) => facts?.tokens ?? null,
  cost: ({ facts }) => facts?.costUsd ?? null,
  /** Seconds. */
  time: (row) => {
    const span = spanOf(row);
    return span === null ? null : span / 1000;
  },
  attempt: ({ attempt }) => attempt,
};

const keys: readonly string[] = [...Object.keys(textKeys), ...Object.keys(numberKeys)];

/** `12`, `>12`, `<=0.5`, `3..9`; null where it is none of them. */
const numberTest = (value: string): ((n: number) => boolean) | null => {
  const [, sign, bound, to] = /^(>=|<=|>|<|)(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?$/.exec(value) ?? [];
  if (bound === undefined || (to !== undefined && sign !== '')) return null;
  const limit = Number(bound);
  if (to !== undefined) return (n) => n >= limit && n <= Number(to);
  if (sign === '>') return (n) => n > limit;
  if (sign === '<') return (n) => n < limit;
  if (sign === '>=') return (n) => n >= limit;
  return sign === '<=' ? (n) => n <= limit : (n) => n === limit;
};

const unquoted = (text: string): string => text.replaceAll('"', '').toLowerCase();

const numbersTest = (key: string, values: readonly string[]): Result<Test, string> => {
  const of = numberKeys[key];
  const tests = values.map(numberTest);
  const bad = values.find((_, at) => tests[at] === null);
  if (bad !== undefined) return err(`${key}:${bad} is no number. Write ${key}:12, ${key}:>12 or ${key}:3..9.`);
  return ok((row) => {
    const n = of?.(row) ?? null;
    return n !== null && tests.some((test) => test?.(n));
  });
};

const unknownKey = (key: string): string => {
  const like = nearest(key, keys);
  return `There is no "${key}:" here.${like ? ` Did you mean "${like}:"?` : ''} There are ${keys.join(', ')}.`;
};

const keyed = (key: string, written: string): Result<Test, string> => {
  const values = written
    .split(',')
    .map(unquoted)
    .filter((value) => value !== '');
  const text = Object.hasOwn(textKeys, key) ? textKeys[key] : undefined;
  if (!text && !Object.hasOwn(numberKeys, key)) return err(unknownKey(key));
  // Nothing is typed yet behind the colon.
  if (values.length === 0) return ok(() => true);
  return text ? ok((row) => values.some((value) => text(row, value))) : numbersTest(key, values);
};

/** A word without a key stands anywhere in what names the trajectory. */
const anywhere =
  (word: string): Test =>
  (row) =>
    [row.name, row.instanceId, row.runId, row.model, row.facts?.agent ?? null].some((text) => within(text, word));

const testOf = (piece: string): Result<Test, string> => {
  const negated = piece.startsWith('-') && piece.length > 1;
  const said = negated ? piece.slice(1) : piece;
  const [, key, value] = /^([A-Za-z]+):(.*)$/s.exec(said) ?? [];
  const test = key === undefined ? ok(anywhere(unquoted(said))) : keyed(key.toLowerCase(), value ?? '');
  return test.ok && negated ? ok((row) => !test.value(row)) : test;
};

/**
 * A filter as it is typed: `outcome:unresolved status:limit steps:>20 -model:mini wren`. All pieces must hold; of values
 * joined by commas one; `-` says not. An error says which piece can't be read and what there is.
 */
export const tableFilter = (line: string): Result<Test, string> => {
  const tests: Test[] = [];
  for (const piece of pieces(line)) {
    const test = testOf(piece);
    if (!test.ok) return test;
    tests.push(test.value);
  }
  return ok((row) => tests.every((test) => test(row)));
};
