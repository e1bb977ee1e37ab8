import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ShownAlignment } from '../../src/protocol/trajectoryAlignment';
import type {
  AlignmentHostApi,
  AlignmentReply,
  AlignmentViewApi,
  TrajectoryPair,
} from '../../src/protocol/trajectoryAlignmentPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help, Hints } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import type { Place } from '../kit/moves';
import { useSigns } from '../kit/useSigns';
import { Head } from './head';
import { itemsOf, nextAnchor, nextDifference, type RowFilter, stepsUpTo, swapped } from './items';
import { allKeys, hints } from './keys';
import { List } from './list';
import './main.css';

interface Kept {
  readonly pair: TrajectoryPair | null;
  readonly filter: RowFilter;
  readonly place: Place;
}

let kept = keptState<Kept>({ pair: null, filter: 'all', place: { row: 0, column: 0 } });
const keep = (change: Partial<Kept>): void => {
  kept = { ...kept, ...change };
  keepState(kept);
};

let show = (_pair: TrajectoryPair): void => {};
let pressed = (_key: string): void => {};
const ours: AlignmentViewApi = {
  show: (pair) => {
    show(pair);
    return null;
  },
  press: ({ key }) => {
    pressed(key);
    return null;
  },
};
const host = connect<AlignmentHostApi>(ours);

/** Both trajectories; the latest answer wins. */
const useAlignment = (pair: TrajectoryPair | null): readonly [AlignmentReply | null, () => void] => {
  const [reply, setReply] = useState<AlignmentReply | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    const mine = ++asked.current;
    setReply(null);
    const fault = (error: unknown): AlignmentReply => ({ kind: 'none', message: String(error) });
    void host
      .load({ pair })
      .catch(fault)
      .then((answer) => {
        if (mine !== asked.current) return;
        if (answer.kind === 'alignment') keep({ pair: pairOf(answer.shown) });
        setReply(answer);
      });
  }, [pair]);
  const swap = () => {
    if (reply?.kind !== 'alignment') return;
    const shown = swapped(reply.shown);
    keep({ pair: pairOf(shown) });
    setReply({ kind: 'alignment', shown });
  };
  return [reply, swap];
};

const pairOf = ({ a, b }: ShownAlignment): TrajectoryPair => ({ a: a.ref, b: b.ref });

/** Rows of the filter, and what keys do at their place. */
const Rows = ({ shown, swap }: { shown: ShownAlignment; swap: () => void }) => {
  const [filter, setFilter] = useState(kept.filter);
  const [wanted, setPlace] = useState(kept.place);
  const items = useMemo(() => itemsOf(shown, filter), [shown, filter]);
  const place = { ...wanted, row: Math.max(0, Math.min(wanted.row, items.length - 1)) };
  const move = (next: Place) => {
    setPlace(next);
    keep({ place: next });
  };
  const choose = (next: RowFilter) => {
    setFilter(next);
    keep({ filter: next });
    move({ ...place, row: 0 });
  };
  const enter = ({ row, column }: Place) => {
    const item = items[row];
    const own = item?.kind === 'row' ? shown.rows[item.row] : undefined;
    const [side, span] = column === 0 ? [shown.a, own?.a] : [shown.b, own?.b];
    if (span) void host.openStep({ ...side.ref, step: span.from });
  };
  const go = (row: number) => move({ ...place, row });
  pressed = (key) => {
    if (key === 'j' || key === 'k') go(nextAnchor(shown, items, place.row, key === 'j' ? 1 : -1));
    else if (key === 'n' || key === 'p') go(nextDifference(shown, items, place.row, key === 'n' ? 1 : -1));
    else if (key === 's') swap();
    else if (key === 'd') void host.files({ ...pairOf(shown), ...stepsUpTo(shown, items, place.row) });
  };
  return (
    <>
      <Head shown={shown} filter={filter} setFilter={choose} />
      {items.length === 0 ? (
        <p class="message">No row answers this choice.</p>
      ) : (
        <List {...{ shown, items, place, enter }} setPlace={move} />
      )}
    </>
  );
};

const App = () => {
  const [pair, setPair] = useState(kept.pair);
  const [help, setHelp] = useState(false);
  const [reply, swap] = useAlignment(pair);
  useEffect(() => {
    show = (next) => {
      keep({ pair: next, place: { row: 0, column: 0 } });
      setPair(next);
    };
  }, []);
  useSigns({ '?': () => setHelp(true) });
  return (
    <>
      {reply === null && <p class="message quiet">Reading both trajectories…</p>}
      {reply?.kind === 'none' && <p class="message">{reply.message}</p>}
      {reply?.kind === 'alignment' && (
        <Rows key={JSON.stringify([pairOf(reply.shown)].sort())} shown={reply.shown} swap={swap} />
      )}
      <Hints keys={hints} help={() => setHelp(true)} />
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
