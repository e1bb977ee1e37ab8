import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MatrixHead, MatrixShape } from '../../src/protocol/matrix';
import type { MatrixWish } from '../../src/protocol/matrixPage';
import { focusWhenShown } from '../kit/keyFocus';
import { moved, type Place } from '../kit/moves';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import type { CellSource } from './cellSource';
import { ColumnHead, GridLine } from './lines';
import { type Sizes, sizesFor } from './sizes';

export interface Scroll {
  readonly top: number;
  readonly left: number;
}

interface Props {
  readonly shape: MatrixShape;
  readonly source: CellSource;
  readonly order: MatrixWish['order'];
  readonly place: Place;
  readonly setPlace: (place: Place) => void;
  readonly first: Scroll;
  readonly keepScroll: (scroll: Scroll) => void;
  readonly enter: (place: Place) => void;
  /** Changes whenever cells have arrived. */
  readonly arrived: number;
}

interface View extends Scroll {
  readonly width: number;
  readonly height: number;
}

const noView: View = { top: 0, left: 0, width: 800, height: 600 };

/** Follows scrolling and size, once a frame. */
const useView = (element: { readonly current: HTMLElement | null }, keep: (scroll: Scroll) => void): View => {
  const [view, setView] = useState(noView);
  useLayoutEffect(() => {
    const grid = element.current;
    if (!grid) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      setView({ top: grid.scrollTop, left: grid.scrollLeft, width: grid.clientWidth, height: grid.clientHeight });
      keep({ top: grid.scrollTop, left: grid.scrollLeft });
    };
    const later = () => {
      frame ||= requestAnimationFrame(read);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(grid);
    grid.addEventListener('scroll', later, { passive: true });
    read();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      grid.removeEventListener('scroll', later);
    };
  }, []);
  return view;
};

interface HeadProps extends Pick<Props, 'shape' | 'order' | 'place'> {
  readonly sizes: Sizes;
  readonly columns: readonly number[];
  readonly choose: (place: Place, open: boolean) => void;
}

const sortOf = (order: Props['order'], head: MatrixHead | undefined): 'ascending' | 'descending' | null => {
  if (order === null || order.column !== head?.key) return null;
  return order.descending ? 'descending' : 'ascending';
};

/** The row of runs, which stays in view. */
const Heads = ({ shape, order, place, sizes, columns, choose }: HeadProps) => (
  <div class="head" role="row" aria-rowindex={1}>
    <Corner here={place.row < 0 && place.column < 0} shape={shape} />
    {columns.map((column) => (
      <ColumnHead
        key={column}
        head={shape.columns[column] as MatrixHead}
        column={column}
        left={sizes.names + column * sizes.column}
        width={sizes.column}
        rows={shape.rows}
        sorted={sortOf(order, shape.columns[column])}
        here={place.row < 0 && place.column === column}
        choose={() => choose({ row: -1, column }, true)}
      />
    ))}
  </div>
);

/** Scrolls a cell into view, whole and not under the headers. */
const reveal = (grid: HTMLElement | null, { row, column }: Place, sizes: Sizes): void => {
  if (!grid) return;
  const { clientHeight, clientWidth, scrollTop, scrollLeft } = grid;
  const top = row < 0 ? 0 : scrollTo(row, sizes.row, scrollTop, clientHeight - sizes.head);
  const left = column < 0 ? scrollLeft : scrollTo(column, sizes.column, scrollLeft, clientWidth - sizes.names);
  grid.scrollTo(left, top);
};

const variables = ({ row, head, run, names, column }: Sizes) => ({
  '--row': `${row}px`,
  '--head': `${head}px`,
  '--run': `${run}px`,
  '--names': `${names}px`,
  '--column': `${column}px`,
});

/**
 * Instances by runs, virtual in both directions: only what is seen, a little beyond, and the cell with the focus are
 * in the page. One tab stop; the active cell is told by `aria-activedescendant`, so that scrolling never loses it.
 */
export const Grid = (props: Props) => {
  const { shape, source, order, place, setPlace, first, keepScroll, enter, arrived } = props;
  const element = useRef<HTMLDivElement>(null);
  const view = useView(element, keepScroll);
  const sizes = sizesFor(shape.columns, view.width);
  const seen = view.height - sizes.head;
  const rowSpan = visibleRange(view.top, seen, sizes.row, shape.rows, 6);
  const columnSpan = visibleRange(view.left, view.width - sizes.names, sizes.column, shape.columns.length, 1);
  source.see(rowSpan, columnSpan);
  const columns = numbersOf(columnSpan, place.column);
  useLayoutEffect(() => element.current?.scrollTo(first.left, first.top), []);
  useEffect(() => (element.current ? focusWhenShown(element.current) : undefined), []);
  const choose = (next: Place, open: boolean) => {
    setPlace(next);
    if (open) enter(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(seen / sizes.row) - 1);
    const next = moved(event, place, { rows: shape.rows, columns: shape.columns.length, page });
    if (event.key === 'Enter') enter(place);
    if (!next) return;
    event.preventDefault();
    setPlace(next);
    reveal(element.current, next, sizes);
  };
  const width = sizes.names + shape.columns.length * sizes.column;
  return (
    <div
      ref={element}
      class="grid"
      role="grid"
      aria-label="Instances by runs"
      aria-rowcount={shape.rows + 1}
      aria-colcount={shape.columns.length + 1}
      aria-activedescendant={`cell-${place.row}-${place.column}`}
      tabIndex={0}
      style={variables(sizes)}
      onKeyDown={onKeyDown}
    >
      <div
        class="canvas"
        role="presentation"
        style={{ width: `${width}px`, height: `${sizes.head + shape.rows * sizes.row}px` }}
      >
        <Heads {...{ shape, order, place, sizes, columns, choose }} />
        {numbersOf(rowSpan, place.row).map((row) => (
          <GridLine key={row} heads={shape.columns} {...{ row, source, columns, place, sizes, choose, arrived }} />
        ))}
      </div>
    </div>
  );
};

const Corner = ({ here, shape }: { here: boolean; shape: MatrixShape }) => (
  <div id="cell--1--1" class={`corner${here ? ' here' : ''}`} role="columnheader" aria-colindex={1}>
    <h1>Instance</h1>
    <p class="quiet">rule set</p>
    <p class="quiet">✓ resolved ✗ unresolved ◌ no verdict</p>
    <p class="quiet">{shape.rows.toLocaleString('en')} rows</p>
  </div>
);
