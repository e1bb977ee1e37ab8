import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownAlignment } from '../../src/protocol/trajectoryAlignment';
import { focusWhenShown } from '../kit/keyFocus';
import { moved, type Place } from '../kit/moves';
import { useView } from '../kit/useView';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import { type Item, stepsOf } from './items';
import { Line, Parting } from './rows';

const rowHeight = 24;

interface Props {
  readonly shown: ShownAlignment;
  readonly items: readonly Item[];
  /** `column`: 0 A, 1 B. */
  readonly place: Place;
  readonly setPlace: (place: Place) => void;
  readonly enter: (place: Place) => void;
}

/** Both trajectories row by row: one tab stop, only rows that are seen are in the page. */
export const List = ({ shown, items, place, setPlace, enter }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const view = useView(element);
  useEffect(() => (element.current ? focusWhenShown(element.current) : undefined), []);
  useLayoutEffect(() => {
    const list = element.current;
    if (list) list.scrollTop = scrollTo(Math.max(0, place.row), rowHeight, list.scrollTop, list.clientHeight);
  }, [place.row]);
  const span = visibleRange(view.top, view.height, rowHeight, items.length, 10);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const next = moved(event, place, { rows: items.length, columns: 2, page });
    if (event.key === 'Enter') enter(place);
    if (!next) return;
    event.preventDefault();
    setPlace({ row: Math.max(0, next.row), column: Math.max(0, next.column) });
  };
  const line = (at: number) => {
    const item = items[at];
    const top = at * rowHeight;
    const here = place.row === at ? place.column : null;
    if (item?.kind === 'parting') return <Parting key="parting" isHere={here !== null} {...{ at, top }} />;
    const row = item && shown.rows[item.row];
    if (!row) return null;
    const [a, b] = [stepsOf(shown.a.steps, row.a), stepsOf(shown.b.steps, row.b)];
    const choose = (column: number) => setPlace({ row: at, column });
    return (
      <Line key={item.row} enter={(column) => enter({ row: at, column })} {...{ at, top, row, a, b, here, choose }} />
    );
  };
  return (
    <div
      ref={element}
      class="list"
      role="grid"
      aria-label="Steps of A and B"
      aria-rowcount={items.length}
      aria-colcount={3}
      aria-activedescendant={`row-${place.row}-${items[place.row]?.kind === 'parting' ? 0 : place.column}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: `${items.length * rowHeight}px`, position: 'relative' }}>
        {numbersOf(span, Math.min(place.row, items.length - 1)).map(line)}
      </div>
    </div>
  );
};
