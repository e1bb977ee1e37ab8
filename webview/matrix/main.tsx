import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MatrixHostApi, MatrixReply, MatrixViewApi, MatrixWish } from '../../src/protocol/matrixPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help, Hints, type KeyHint } from '../kit/help';
import { reportKeyFocus, takesText } from '../kit/keyFocus';
import { Bar } from './bar';
import { CellSource } from './cellSource';
import { Empty, NoRuns } from './empty';
import { Grid, type Scroll } from './grid';
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

const hints: readonly KeyHint[] = [
  ['↑ ↓ ← →', 'cells'],
  ['Enter', 'review'],
  ['O', 'open the instance'],
  ['/', 'filter'],
  ['D', 'runs differ'],
  ['S', 'sort by this column'],
  ['C', 'compare this run'],
];

const allKeys: readonly KeyHint[] = [
  ['↑ ↓ ← →', 'cells; above the first row the runs, left of the first column the instances'],
  ['Home, End', 'first and last in the row'],
  ['PageUp, PageDown', 'a page of rows'],
  ['Ctrl+Home, Ctrl+End', 'first and last cell'],
  ['Enter', 'at a cell: review it, as Judge in the tree; at a run: sort; at an instance: open it'],
  ['O', 'open the instance'],
  ['S', "sort by the column's outcomes: resolved first, last, not at all"],
  ['D', 'only instances on which runs differ'],
  ['C', "compare the column's run with another"],
  ['/', 'filter by words; Enter or Esc goes back to the cells'],
  ['?', 'this list'],
];

/** Resolved first, then last, then the explorer's own order again. */
const nextOrder = (order: MatrixWish['order'], column: string): MatrixWish['order'] => {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? null : { column, descending: true };
};

const clamped = (place: Place, reply: MatrixReply | null): Place =>
  reply?.kind === 'matrix'
    ? {
        row: Math.min(place.row, reply.shape.rows - 1),
        column: Math.min(place.column, reply.shape.columns.length - 1),
      }
    : place;

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

const App = () => {
  const [wish, setWish] = useState(kept.wish);
  const [wanted, setPlace] = useState(kept.place);
  const [age, setAge] = useState(0);
  const [help, setHelp] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const reply = useMatrix(wish);
  arrived = () => setAge(age + 1);
  const place = clamped(wanted, reply);
  const change = (part: Partial<MatrixWish>) => {
    const next = { ...wish, ...part };
    setWish(next);
    keep({ wish: next });
  };
  const move = (next: Place) => {
    setPlace(next);
    keep({ place: next });
  };
  const leave = () => document.querySelector<HTMLElement>('.grid')?.focus();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (takesText(document.activeElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setHelp(true);
      else if (event.key === '/') field.current?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (reply === null) return <p class="message quiet">Reading the study…</p>;
  if (reply.kind === 'fault') return <p class="message">{reply.message}</p>;
  const { shape, filter } = reply;
  source.begin(shape);
  const sort = (column: number) => {
    const key = shape.columns[column]?.key;
    if (key !== undefined) change({ order: nextOrder(wish.order, key) });
  };
  const open = (what: 'review' | 'instance', { row, column }: Place) => {
    const head = source.head(row);
    const runKey = shape.columns[column]?.key ?? null;
    if (head) void host.open({ what, datasetPath: head.datasetPath, instanceId: head.id, runKey });
  };
  const enter = (at: Place) => {
    if (at.row < 0) sort(at.column);
    else open(at.column < 0 || !source.cell(at.row, at.column) ? 'instance' : 'review', at);
  };
  pressed = (key) => {
    const runKey = shape.columns[place.column]?.key;
    if (key === 'o' && place.row >= 0) open('instance', place);
    else if (key === 'd') change({ differ: !wish.differ });
    else if (key === 's') sort(place.column);
    else if (key === 'c' && runKey !== undefined) void host.compare({ runKey });
  };
  const aid = (what: Parameters<MatrixHostApi['help']>[0]['what']) => void host.help({ what });
  return (
    <>
      <Bar shape={shape} filter={filter} wish={wish} change={change} field={field} leave={leave} />
      {shape.rows > 0 && shape.columns.length === 0 && <NoRuns help={aid} />}
      {shape.rows === 0 ? (
        <Empty shape={shape} wish={wish} change={change} help={aid} />
      ) : (
        <Grid
          shape={shape}
          source={source}
          order={wish.order}
          place={place}
          setPlace={move}
          first={kept.scroll}
          keepScroll={(scroll) => keep({ scroll })}
          enter={enter}
          arrived={age}
        />
      )}
      <Hints keys={hints} help={() => setHelp(true)} />
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
