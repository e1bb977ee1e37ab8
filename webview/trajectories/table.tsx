import { useEffect, useRef } from 'preact/hooks';
import { outcomeClass, outcomeWords } from '../../src/core/evaluation/outcomeWords';
import { shownText } from '../../src/core/shared/shownText';
import {
  type ColumnName,
  columnNames,
  type TableOrder,
  tableColumns,
} from '../../src/core/study/trajectoryTable/tableColumns';
import type { TableRow } from '../../src/core/study/trajectoryTable/tableRow';
import { focusWhenShown } from '../kit/keyFocus';
import { moved, type Place } from '../kit/moves';
import { OutcomeIcon } from '../kit/outcomeIcon';
import { useView } from '../kit/useView';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import { shortFault } from './bar';

const rowHeight = 22;
const headHeight = 26;

interface Props {
  readonly rows: readonly TableRow[];
  readonly order: TableOrder | null;
  readonly marks: readonly string[];
  /** Row -1: the headings. */
  readonly place: Place;
  readonly setPlace: (place: Place) => void;
  readonly enter: (place: Place) => void;
}

export const keyOf = ({ path, which }: Pick<TableRow, 'path' | 'which'>): string => `${which}\n${path}`;

const hoverOf = ({ name, instanceId, facts, fault }: TableRow): string =>
  [name, instanceId ?? '', facts?.rawStatus ? `the file's own word: ${facts.rawStatus}` : '', fault ?? '']
    .filter(Boolean)
    .join('\n');

/** What is known of a file that can't be read, over the width of the row. */
const Fault = ({ row, choose, open }: { row: TableRow; choose: () => void; open: () => void }) => (
  <div
    class="entry spans"
    role="gridcell"
    tabIndex={-1}
    aria-colindex={3}
    aria-colspan={columnNames.length - 2}
    onClick={choose}
  >
    <span class="warning" aria-hidden="true">
      ⚠
    </span>
    <span class="cut">{shortFault(row)}</span>
    <button type="button" class="link" tabIndex={-1} onClick={open}>
      Open Raw
    </button>
  </div>
);

const Cell = ({ row, name }: { row: TableRow; name: ColumnName }) => {
  const words = shownText(tableColumns[name].words(row));
  if (name === 'outcome')
    return (
      <>
        <OutcomeIcon outcome={outcomeClass(row.outcome)} label={outcomeWords(row.outcome)} />
        <span class="cut">{words}</span>
      </>
    );
  return (
    <span class="cut">
      {words}
      {name === 'status' && row.fault !== null && (
        <span role="img" aria-label="something could not be read">
          <span class="warning" aria-hidden="true">
            {' '}
            ⚠
          </span>
        </span>
      )}
    </span>
  );
};

const sortWords = (order: TableOrder | null, name: ColumnName): 'ascending' | 'descending' | 'none' => {
  if (order?.by !== name) return 'none';
  return order.descending ? 'descending' : 'ascending';
};

const arrow = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

const Heads = ({ order, place, enter }: Pick<Props, 'order' | 'place' | 'enter'>) => (
  <div class="entries head" role="row" aria-rowindex={1}>
    {columnNames.map((name, column) => {
      const sorted = sortWords(order, name);
      const isHere = place.row < 0 && place.column === column;
      return (
        <div
          key={name}
          id={`row--1-${column}`}
          class={`entry quiet ${tableColumns[name].isNumber ? 'number' : ''} ${isHere ? 'here' : ''}`}
          role="columnheader"
          tabIndex={-1}
          aria-colindex={column + 1}
          aria-sort={sorted}
          onClick={() => enter({ row: -1, column })}
        >
          {tableColumns[name].title}
          {arrow[sorted]}
        </div>
      );
    })}
  </div>
);

interface LineProps extends Pick<Props, 'place' | 'setPlace' | 'enter'> {
  readonly row: TableRow;
  readonly at: number;
  readonly isMarked: boolean;
}

const Line = ({ row, at, isMarked, place, setPlace, enter }: LineProps) => (
  <div
    class={`entries ${isMarked ? 'marked' : ''}`}
    role="row"
    tabIndex={-1}
    aria-rowindex={at + 2}
    aria-selected={isMarked}
    title={shownText(hoverOf(row))}
    style={{ position: 'absolute', top: `${at * rowHeight}px` }}
    onDblClick={() => enter({ row: at, column: place.column })}
  >
    {columnNames.map((name, column) => {
      const choose = () => setPlace({ row: at, column });
      if (row.facts === null && column > 1)
        return column === 2 ? <Fault key={name} open={() => enter({ row: at, column })} {...{ row, choose }} /> : null;
      const isHere = place.row === at && (place.column === column || (row.facts === null && column === 1));
      return (
        <div
          key={name}
          id={`row-${at}-${column}`}
          class={`entry ${tableColumns[name].isNumber ? 'number' : ''} ${isHere ? 'here' : ''}`}
          role="gridcell"
          tabIndex={-1}
          aria-colindex={column + 1}
          onClick={choose}
        >
          {column === 0 && isMarked && (
            <span role="img" aria-label="marked">
              ✕
            </span>
          )}
          <Cell row={row} name={name} />
        </div>
      );
    })}
  </div>
);

/** Trajectories by what is known of them: one tab stop, only rows that are seen are in the page. */
export const Table = ({ rows, order, marks, place, setPlace, enter }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const view = useView(element);
  useEffect(() => (element.current ? focusWhenShown(element.current) : undefined), []);
  const span = visibleRange(view.top, view.height, rowHeight, rows.length, 10);
  const marked = new Set(marks);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((view.height - headHeight) / rowHeight) - 1);
    const next = moved(event, place, { rows: rows.length, columns: columnNames.length, page });
    if (event.key === 'Enter') enter(place);
    if (!next) return;
    event.preventDefault();
    const to = { row: next.row, column: Math.max(0, next.column) };
    setPlace(to);
    const list = element.current;
    if (list) list.scrollTop = scrollTo(Math.max(0, to.row), rowHeight, list.scrollTop, list.clientHeight - headHeight);
  };
  return (
    <div
      ref={element}
      class="list"
      role="grid"
      aria-label="Trajectories"
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columnNames.length}
      aria-activedescendant={`row-${place.row}-${place.column}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <Heads {...{ order, place, enter }} />
      <div role="presentation" style={{ height: `${rows.length * rowHeight}px`, position: 'relative' }}>
        {numbersOf(span, Math.min(place.row, rows.length - 1)).map((at) => {
          const row = rows[at];
          return (
            row && <Line key={keyOf(row)} isMarked={marked.has(keyOf(row))} {...{ row, at, place, setPlace, enter }} />
          );
        })}
      </div>
    </div>
  );
};
