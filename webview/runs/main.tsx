import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { errorTypeWords } from '../../src/core/evaluation/errorType';
import { fewestForPicture } from '../../src/core/study/flowLayout';
import type { ComparedFilter } from '../../src/core/study/runComparison';
import type { ComparedRow, ShownComparison } from '../../src/protocol/matrix';
import type { RunsHostApi, RunsPlace, RunsViewApi } from '../../src/protocol/runsPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help, Hints } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import type { Place } from '../kit/moves';
import { Bar } from './bar';
import { FlowPicture } from './flowPicture';
import { FlowTable } from './flowTable';
import { allKeys, hints } from './keys';
import { List, rowAt } from './list';
import './main.css';
import { Sets } from './sets';
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

const App = () => {
  const [place, setPlace] = useState(kept.place);
  const [filter, setFilter] = useState(kept.filter);
  const [at, setAt] = useState(kept.at);
  const [table, setTable] = useState(kept.table);
  const [help, setHelp] = useState(false);
  const [reply, reload] = useComparison(host, place, told);
  const shown = reply?.kind === 'comparison' ? reply.shown : null;
  const rows = useRows(host, shown, filter);
  show = (next) => {
    if (next.a !== place?.a || next.b !== place?.b) change(all);
    setPlace(next);
  };
  const move = (next: Place) => {
    setAt(next);
    keep({ at: next });
  };
  const change = (next: ComparedFilter) => {
    setFilter(next);
    keep({ filter: next });
    move({ row: 0, column: at.column });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setHelp(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (reply === null) return <p class="message quiet">Comparing…</p>;
  if (reply.kind === 'none' || shown === null)
    return (
      <div class="message" role="status">
        <p>{reply.kind === 'none' ? reply.message : ''}</p>
        <div class="actions">
          <button type="button" class="primary" onClick={() => void host.choose(undefined)}>
            Choose Runs...
          </button>
        </div>
      </div>
    );
  const pair = { a: shown.a.key, b: shown.b.key };
  const swap = () => {
    change(swapped(filter));
    setPlace({ a: pair.b, b: pair.a });
  };
  const open = (what: 'review' | 'instance' | 'log', row: ComparedRow, column: number) => {
    const side = column === 0 ? row.a : row.b;
    const runKey = column === 0 ? pair.a : pair.b;
    void host.open({ what, instanceId: row.instanceId, runKey, line: side.error?.line ?? null });
  };
  const enter = (row: ComparedRow, column: number) => open(column < 0 ? 'instance' : 'review', row, column);
  const { flowTotal } = shown.comparison;
  const drawn = flowTotal >= fewestForPicture;
  pressed = (key) => {
    const row = rowAt(rows, at.row);
    if (key === 's') swap();
    else if (key === 'x') void host.save({ ...pair, as: 'csv', how: 'file' });
    else if (key === 'e') reload();
    else if (key === 't') {
      setTable(!table);
      keep({ table: !table });
    } else if (row && (key === 'o' || key === 'l')) open(key === 'o' ? 'instance' : 'log', row, Math.max(0, at.column));
  };
  const part = { shown, filter, change };
  return (
    <>
      <Bar
        shown={shown}
        picture={drawn}
        choose={() => void host.choose(undefined)}
        swap={swap}
        save={(as, how) => void host.save({ ...pair, as, how })}
      />
      <div class="page">
        <div class="figures">
          <Sets {...part} />
          <section class="flow-part" aria-labelledby="flow">
            <h2 id="flow">
              Error-type flow <span class="quiet">{flowWords(shown)}</span>
            </h2>
            {shown.typed && flowTotal > 0 && (
              <div class="both">
                {drawn && !table && <FlowPicture {...part} />}
                <FlowTable {...part} />
              </div>
            )}
          </section>
        </div>
        <p class="what" role="status">
          {filterWords(filter, shown)} <span class="quiet">{rows.total.toLocaleString('en')}</span>
        </p>
        <List shown={shown} rows={rows} place={at} setPlace={move} enter={enter} seen={rows.seen} />
      </div>
      <Hints keys={hints} help={() => setHelp(true)} />
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const flowWords = ({ typed, comparison: { n, flowTotal } }: ShownComparison): string => {
  if (!typed) return 'the logs are not read yet (E reads them)';
  const unknown = n - flowTotal;
  const rest = unknown > 0 ? `, ${unknown} with a type unknown on one side` : '';
  const few = flowTotal < fewestForPicture ? `; no picture under ${fewestForPicture}` : '';
  return `n ${flowTotal}${rest}${few}`;
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
