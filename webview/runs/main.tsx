import { render } from 'preact';
import { useState } from 'preact/hooks';
import { errorTypeWords } from '../../src/core/evaluation/errorType';
import type { ComparedFilter } from '../../src/core/study/runComparison';
import type { ComparedRow, ShownComparison } from '../../src/protocol/matrix';
import type { RunsHostApi, RunsPlace, RunsViewApi } from '../../src/protocol/runsPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help, Hints } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import type { Place } from '../kit/moves';
import { useSigns } from '../kit/useSigns';
import { Bar } from './bar';
import { Figures, isDrawn, None, type Part } from './figures';
import { allKeys, hints } from './keys';
import { List, rowAt } from './list';
import './main.css';
import { useComparison } from './useComparison';
import { useRows } from './useRows';
import { setWords } from './words';

interface Kept {
  readonly place: RunsPlace | null;
  readonly filter: ComparedFilter;
  readonly at: Place;
  readonly table: boolean;
}

const all: ComparedFilter = { set: null, from: null, to: null };
let kept = keptState<Kept>({ place: null, filter: all, at: { row: 0, column: 0 }, table: false });
const keep = (change: Partial<Kept>): void => {
  kept = { ...kept, ...change };
  keepState(kept);
};

let show = (_place: RunsPlace): void => {};
let changed = (): void => {};
let pressed = (_key: string): void => {};
const ours: RunsViewApi = {
  show: (place) => {
    show(place);
    return null;
  },
  changed: () => {
    changed();
    return null;
  },
  press: ({ key }) => {
    pressed(key);
    return null;
  },
};
const host = connect<RunsHostApi>(ours);
const told = {
  loaded: (place: RunsPlace) => keep({ place }),
  onChange: (reload: () => void) => {
    changed = reload;
  },
};

const filterWords = ({ set, from, to }: ComparedFilter, { a, b }: ShownComparison): string => {
  if (set !== null) return setWords(set, a.label, b.label);
  if (from === null && to === null) return 'all instances';
  return `${from ? errorTypeWords(from) : 'any type'} in ${a.label}, ${to ? errorTypeWords(to) : 'any type'} in ${b.label}`;
};

const swapped = ({ set, from, to }: ComparedFilter): ComparedFilter => ({
  set: set === 'only-a' ? 'only-b' : set === 'only-b' ? 'only-a' : set,
  from: to,
  to: from,
});

const choose = () => void host.choose(undefined);

/** The list below the figures, and what keys do at its place. */
const Instances = ({ shown, filter, swap, reload, fold }: Part & Record<'swap' | 'reload' | 'fold', () => void>) => {
  const [at, setAt] = useState(kept.at);
  const rows = useRows(host, shown, filter);
  const pair = { a: shown.a.key, b: shown.b.key };
  const move = (next: Place) => {
    setAt(next);
    keep({ at: next });
  };
  const place = { row: Math.max(0, Math.min(at.row, rows.total - 1)), column: at.column };
  const open = (what: 'review' | 'instance' | 'log', row: ComparedRow, column: number) => {
    const side = column === 0 ? row.a : row.b;
    const runKey = column === 0 ? pair.a : pair.b;
    void host.open({ what, instanceId: row.instanceId, runKey, line: side.error?.line ?? null });
  };
  pressed = (key) => {
    const row = rowAt(rows, place.row);
    if (key === 's') swap();
    else if (key === 'x') void host.save({ ...pair, as: 'csv', how: 'file' });
    else if (key === 'e') reload();
    else if (key === 't') fold();
    else if (row && (key === 'o' || key === 'l')) open(key === 'o' ? 'instance' : 'log', row, Math.max(0, at.column));
  };
  return (
    <>
      <p class="what" role="status">
        {filterWords(filter, shown)} <span class="quiet">{rows.total.toLocaleString('en')}</span>
      </p>
      <List
        {...{ shown, rows, place }}
        setPlace={move}
        enter={(row, column) => open(column < 0 ? 'instance' : 'review', row, column)}
        seen={rows.seen}
      />
    </>
  );
};

const App = () => {
  const [place, setPlace] = useState(kept.place);
  const [filter, setFilter] = useState(kept.filter);
  const [table, setTable] = useState(kept.table);
  const [help, setHelp] = useState(false);
  const [reply, reload] = useComparison(host, place, told);
  useSigns({ '?': () => setHelp(true) });
  const change = (next: ComparedFilter) => {
    setFilter(next);
    keep({ filter: next });
  };
  show = (next) => {
    if (next.a !== place?.a || next.b !== place?.b) change(all);
    setPlace(next);
  };
  if (reply === null) return <p class="message quiet">Comparing…</p>;
  if (reply.kind === 'none') return <None message={reply.message} choose={choose} />;
  const { shown } = reply;
  const pair = { a: shown.a.key, b: shown.b.key };
  const swap = () => {
    change(swapped(filter));
    setPlace({ a: pair.b, b: pair.a });
  };
  const fold = () => {
    setTable(!table);
    keep({ table: !table });
  };
  const part = { shown, filter, change };
  const save = (as: 'csv' | 'svg', how: 'file' | 'clipboard') => void host.save({ ...pair, as, how });
  return (
    <>
      <Bar {...{ shown, choose, swap, save }} picture={isDrawn(shown)} />
      <div class="page">
        <Figures {...part} table={table} />
        <Instances {...part} {...{ swap, reload, fold }} />
      </div>
      <Hints keys={hints} help={() => setHelp(true)} />
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
