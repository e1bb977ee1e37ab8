import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { columnNames, sortedRows, type TableOrder } from '../../src/core/study/trajectoryTable/tableColumns';
import { tableFilter } from '../../src/core/study/trajectoryTable/tableFilter';
import type { TableRow } from '../../src/core/study/trajectoryTable/tableRow';
import type { TableTarget } from '../../src/protocol/trajectoryTable';
import type { TrajectoriesHostApi, TrajectoriesViewApi } from '../../src/protocol/trajectoryTablePage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help, Hints } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import type { Place } from '../kit/moves';
import { useSigns } from '../kit/useSigns';
import { Bar } from './bar';
import { allKeys, hints } from './keys';
import './main.css';
import { keyOf, Table } from './table';
import { useRows } from './useRows';

interface Kept {
  readonly target: TableTarget | null;
  readonly words: string;
  readonly order: TableOrder | null;
  readonly place: Place;
  readonly marks: readonly string[];
}

let kept = keptState<Kept>({ target: null, words: '', order: null, place: { row: 0, column: 0 }, marks: [] });
const keep = (change: Partial<Kept>): void => {
  kept = { ...kept, ...change };
  keepState(kept);
};

let show = (_target: TableTarget): void => {};
let pressed = (_key: string): void => {};
const ours: TrajectoriesViewApi = {
  show: (target) => {
    show(target);
    return null;
  },
  press: ({ key }) => {
    pressed(key);
    return null;
  },
};
const host = connect<TrajectoriesHostApi>(ours);

/** Rising first, then falling, then as they lie on the disk. */
const nextOrder = (order: TableOrder | null, column: number): TableOrder | null => {
  const by = columnNames[column];
  if (by === undefined || (order?.by === by && order.descending)) return null;
  return { by, descending: order?.by === by };
};

const refOf = ({ path, which }: TableRow) => ({ path, which });

interface Asked {
  readonly rows: readonly TableRow[];
  readonly marks: readonly string[];
  readonly setMarks: (marks: readonly string[]) => void;
  readonly sort: (column: number) => void;
}

const compare = (rows: readonly TableRow[], marks: readonly string[]): void => {
  const [a, b] = marks.flatMap((mark) => rows.find((row) => keyOf(row) === mark) ?? []);
  if (a && b) void host.compare({ a: refOf(a), b: refOf(b) });
};

/** What keys do at a row: marking a second one shows both side by side, a third begins anew. */
const mark = (row: TableRow, { rows, marks, setMarks }: Asked): void => {
  if (row.facts === null) return;
  const key = keyOf(row);
  const rest = marks.includes(key) ? marks.filter((one) => one !== key) : [...(marks.length > 1 ? [] : marks), key];
  setMarks(rest);
  if (rest.length === 2) compare(rows, rest);
};

const open = (row: TableRow, what: 'trajectory' | 'raw'): void =>
  void host.open({ what: row.facts === null ? 'raw' : what, ...refOf(row) });

const press = (key: string, place: Place, row: TableRow | undefined, asked: Asked): void => {
  if (key === 's') asked.sort(place.column);
  else if (key === 'c') compare(asked.rows, asked.marks);
  else if (!row) return;
  else if (key === 'x') mark(row, asked);
  else if (key === 'r') open(row, 'raw');
  else if (key === 'o' && row.instanceId !== null) void host.openInstance({ instanceId: row.instanceId });
};

/** Filter and order of the rows that were read; while a filter can't be read the one before it holds. */
const useShown = (rows: readonly TableRow[], words: string, order: TableOrder | null) => {
  const filter = useMemo(() => tableFilter(words), [words]);
  const last = useRef<(row: TableRow) => boolean>(() => true);
  if (filter.ok) last.current = filter.value;
  const test = last.current;
  const shown = useMemo(() => sortedRows(rows.filter(test), order), [rows, test, order]);
  return { shown, wrong: filter.ok ? null : filter.error };
};

const useKept = <Name extends keyof Kept>(name: Name): readonly [Kept[Name], (value: Kept[Name]) => void] => {
  const [value, setValue] = useState(kept[name]);
  const set = (next: Kept[Name]): void => {
    setValue(() => next);
    keep({ [name]: next });
  };
  return [value, set];
};

const Empty = ({ whole, any }: { whole: boolean; any: boolean }) => {
  if (!whole) return <p class="message quiet">Reading…</p>;
  return (
    <p class="message">{any ? 'No trajectory answers the filter.' : 'No trajectory of a known format is here.'}</p>
  );
};

const App = () => {
  const [target, setTarget] = useKept('target');
  const [words, setWords] = useKept('words');
  const [order, setOrder] = useKept('order');
  const [wanted, setPlace] = useKept('place');
  const [marks, setMarks] = useKept('marks');
  const [help, setHelp] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const read = useRows(host, target, (loaded) => keep({ target: loaded }));
  const { shown, wrong } = useShown(read.rows, words, order);
  const placed = (at: Place): Place => ({ ...at, row: Math.min(at.row, shown.length - 1) });
  const place = placed(wanted);
  useEffect(() => {
    show = (next) => {
      setTarget(next);
      setMarks([]);
      setPlace({ row: 0, column: 0 });
    };
  }, []);
  const sort = (column: number) => setOrder(nextOrder(order, column));
  // By what is kept, which a key before this one may have changed since the last drawing.
  pressed = (key) => {
    const at = placed(kept.place);
    press(key, at, shown[at.row], { rows: read.rows, marks: kept.marks, setMarks, sort });
  };
  const enter = (at: Place) => {
    const row = shown[at.row];
    if (at.row < 0) sort(at.column);
    else if (row) open(row, 'trajectory');
  };
  const leave = () => {
    field.current?.blur();
    document.querySelector<HTMLElement>('.list')?.focus();
  };
  useSigns({ '/': () => field.current?.focus(), '?': () => setHelp(true) });
  const choose = () => void host.choose(undefined);
  return (
    <>
      <Bar {...{ read, shown, words, wrong, setWords, field, leave, choose }} />
      {read.fault !== null && <p class="message">{read.fault}</p>}
      {shown.length === 0 && read.fault === null && <Empty whole={read.isWhole} any={read.rows.length > 0} />}
      {shown.length > 0 && <Table rows={shown} {...{ order, marks, place, setPlace, enter }} />}
      <Hints keys={hints} help={() => setHelp(true)} />
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
