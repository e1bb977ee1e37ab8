import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MatrixShape } from '../../src/protocol/matrix';
import type { MatrixHostApi, MatrixReply, MatrixViewApi, MatrixWish } from '../../src/protocol/matrixPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help, Hints } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import { useSigns } from '../kit/useSigns';
import { Bar } from './bar';
import { CellSource } from './cellSource';
import { Empty, NoRuns } from './empty';
import { Grid, type Scroll } from './grid';
import { allKeys, hints } from './keys';
import './main.css';
import type { Place } from '../kit/moves';

interface Kept {
  readonly wish: MatrixWish;
  readonly place: Place;
  readonly scroll: Scroll;
}

const fresh: Kept = {
  wish: { words: '', differ: false, order: null },
  place: { row: 0, column: 0 },
  scroll: { top: 0, left: 0 },
};

let kept = keptState<Kept>(fresh);
const keep = (change: Partial<Kept>): void => {
  kept = { ...kept, ...change };
  keepState(kept);
};

let changed = (): void => {};
let pressed = (_key: string): void => {};
const ours: MatrixViewApi = {
  changed: () => {
    changed();
    return null;
  },
  press: ({ key }) => {
    pressed(key);
    return null;
  },
};
const host = connect<MatrixHostApi>(ours);

let arrived = (): void => {};
/** Questions for a shape that are under way; cells of the one before may be gone meanwhile. */
let asking = 0;
const source = new CellSource(
  async (range) => {
    const cells = await host.window(range);
    // The app began anew and has no matrix any more.
    if (cells === null && asking === 0) changed();
    return cells;
  },
  () => arrived(),
);

/** Resolved first, then last, then the explorer's own order again. */
const nextOrder = (order: MatrixWish['order'], column: string): MatrixWish['order'] => {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? null : { column, descending: true };
};

const clamped = ({ row, column }: Place, { rows, columns }: MatrixShape): Place => ({
  row: Math.min(row, rows - 1),
  column: Math.min(column, columns.length - 1),
});

/** The latest answer wins: an earlier question may be answered later. */
const useMatrix = (wish: MatrixWish): MatrixReply | null => {
  const [reply, setReply] = useState<MatrixReply | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    changed = async () => {
      const mine = ++asked.current;
      asking++;
      const answer = await host
        .shape(wish)
        .catch((error: unknown) => ({ kind: 'fault' as const, message: String(error) }));
      asking--;
      if (mine === asked.current) setReply(answer);
    };
    changed();
  }, [wish]);
  return reply;
};

interface Shown {
  readonly shape: MatrixShape;
  readonly filter: string;
  readonly wish: MatrixWish;
  readonly change: (wish: Partial<MatrixWish>) => void;
}

/** What keys and clicks do at a place of the grid. */
const actionsOf = ({ shape, wish, change }: Shown) => {
  const sort = (column: number) => {
    const key = shape.columns[column]?.key;
    if (key !== undefined) change({ order: nextOrder(wish.order, key) });
  };
  const open = (what: 'review' | 'instance' | 'trajectory', { row, column }: Place) => {
    const head = source.head(row);
    const runKey = shape.columns[column]?.key ?? null;
    if (head) void host.open({ what, datasetPath: head.datasetPath, instanceId: head.id, runKey });
  };
  const enter = (at: Place) => {
    if (at.row < 0) sort(at.column);
    else open(at.column < 0 || !source.cell(at.row, at.column) ? 'instance' : 'review', at);
  };
  const press = (key: string, at: Place) => {
    const runKey = shape.columns[at.column]?.key;
    if (key === 'o' && at.row >= 0) open('instance', at);
    else if (key === 't' && at.row >= 0) open('trajectory', at);
    else if (key === 'd') change({ differ: !wish.differ });
    else if (key === 's') sort(at.column);
    else if (key === 'c' && runKey !== undefined) void host.compare({ runKey });
  };
  return { enter, press };
};

const aid = (what: Parameters<MatrixHostApi['help']>[0]['what']) => void host.help({ what });

/** The part below the bar: the grid, or why there is none. */
const Cells = (shown: Shown) => {
  const { shape, wish, change } = shown;
  const [wanted, setPlace] = useState(kept.place);
  const [age, setAge] = useState(0);
  arrived = () => setAge(age + 1);
  const place = clamped(wanted, shape);
  const { enter, press } = actionsOf(shown);
  pressed = (key) => press(key, place);
  const move = (next: Place) => {
    setPlace(next);
    keep({ place: next });
  };
  if (shape.rows === 0) return <Empty shape={shape} wish={wish} change={change} help={aid} />;
  return (
    <>
      {shape.columns.length === 0 && <NoRuns help={aid} />}
      <Grid
        {...{ shape, source, place, enter }}
        order={wish.order}
        setPlace={move}
        first={kept.scroll}
        keepScroll={(scroll) => keep({ scroll })}
        arrived={age}
      />
    </>
  );
};

const App = () => {
  const [wish, setWish] = useState(kept.wish);
  const [help, setHelp] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const reply = useMatrix(wish);
  const change = (part: Partial<MatrixWish>) => {
    const next = { ...wish, ...part };
    setWish(next);
    keep({ wish: next });
  };
  // Where no row is left there is no grid now; it takes the keyboard when it comes back.
  const leave = () => {
    field.current?.blur();
    document.querySelector<HTMLElement>('.grid')?.focus();
  };
  useSigns({ '/': () => field.current?.focus(), '?': () => setHelp(true) });
  if (reply === null) return <p class="message quiet">Reading the study…</p>;
  if (reply.kind === 'fault') return <p class="message">{reply.message}</p>;
  source.begin(reply.shape);
  const shown = { shape: reply.shape, filter: reply.filter, wish, change };
  return (
    <>
      <Bar {...shown} field={field} leave={leave} />
      <Cells {...shown} />
      <Hints keys={hints} help={() => setHelp(true)} />
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
