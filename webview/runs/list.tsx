import { useEffect, useRef } from 'preact/hooks';
import { outcomeClass } from '../../src/core/evaluation/outcomeWords';
import { shortId } from '../../src/core/instance/shortId';
import type { ComparedCell, ComparedRow, ShownComparison } from '../../src/protocol/matrix';
import type { Blocks } from '../kit/fetchedBlocks';
import { focusWhenShown } from '../kit/keyFocus';
import { moved, type Place } from '../kit/moves';
import { OutcomeIcon } from '../kit/outcomeIcon';
import { useView } from '../kit/useView';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import { findingWords, typeWords } from './words';

export const blockRows = 100;
const rowHeight = 22;
const headHeight = 26;

export interface RowBlocks {
  readonly blocks: Blocks<readonly ComparedRow[]>;
  readonly total: number;
}

interface Props {
  readonly shown: ShownComparison;
  readonly rows: RowBlocks;
  /** `column`: -1 the instance, 0 A, 1 B. */
  readonly place: Place;
  readonly setPlace: (place: Place) => void;
  readonly enter: (row: ComparedRow, column: number) => void;
  readonly seen: (first: number, end: number) => void;
}

export const rowAt = ({ blocks }: RowBlocks, row: number): ComparedRow | null =>
  blocks.get(String(Math.floor(row / blockRows)))?.[row % blockRows] ?? null;

/** OK says no more than "resolved"; that nothing is known goes without saying where nothing was evaluated. */
const typeBeside = ({ outcome, error }: ComparedCell): string => {
  if (error) return error.type === 'ok' ? '' : typeWords(error);
  return outcome?.kind === 'unresolved' ? 'type unknown' : '';
};

const Side = ({ cell }: { cell: ComparedCell }) => (
  <>
    <OutcomeIcon outcome={outcomeClass(cell.outcome)} label={cell.words} />
    <span class="outcome">{cell.words}</span>
    <span class="quiet type">{typeBeside(cell)}</span>
    {cell.error?.line != null && <span class="quiet">L{cell.error.line.toLocaleString('en')}</span>}
  </>
);

/** Instances of the chosen set or flow: one tab stop, virtual rows, the side under the focus is the one that opens. */
export const List = ({ shown, rows, place, setPlace, enter, seen }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const view = useView(element);
  useEffect(() => (element.current ? focusWhenShown(element.current) : undefined), []);
  const span = visibleRange(view.top, view.height, rowHeight, rows.total, 10);
  seen(span.first, span.end);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((view.height - headHeight) / rowHeight) - 1);
    const next = moved(event, place, { rows: rows.total, columns: 2, page });
    const row = rowAt(rows, place.row);
    if (event.key === 'Enter' && row) enter(row, place.column);
    if (!next || rows.total === 0) return;
    event.preventDefault();
    const to = { row: Math.max(0, next.row), column: next.column };
    setPlace(to);
    const list = element.current;
    if (list) list.scrollTop = scrollTo(to.row, rowHeight, list.scrollTop, list.clientHeight - headHeight);
  };
  const cell = (row: number, column: number, data: ComparedRow) => {
    const own = column < 0 ? null : column === 0 ? data.a : data.b;
    const shared = {
      id: `row-${row}-${column}`,
      'aria-colindex': column + 2,
      class: `entry${place.row === row && place.column === column ? ' here' : ''}`,
      onClick: () => setPlace({ row, column }),
      onDblClick: () => enter(data, column),
    };
    return own ? (
      <div key={column} role="gridcell" tabIndex={-1} title={`${own.words}, ${findingWords(own.error)}`} {...shared}>
        <Side cell={own} />
      </div>
    ) : (
      <div
        key={column}
        role="rowheader"
        aria-label={data.instanceId}
        title={`${data.instanceId}${data.reason && `\n${data.reason}`}`}
        {...shared}
      >
        {shortId(data.instanceId)}
      </div>
    );
  };
  return (
    <div
      ref={element}
      class="list"
      role="grid"
      aria-label="Instances"
      aria-rowcount={rows.total + 1}
      aria-colcount={3}
      aria-activedescendant={rows.total > 0 ? `row-${place.row}-${place.column}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="entries head" role="row" aria-rowindex={1}>
        {['Instance', `A  ${shown.a.label}`, `B  ${shown.b.label}`].map((name, at) => (
          <div key={name} class="entry quiet" role="columnheader" aria-colindex={at + 1}>
            {name}
          </div>
        ))}
      </div>
      <div role="presentation" style={{ height: `${rows.total * rowHeight}px`, position: 'relative' }}>
        {numbersOf(span, Math.min(place.row, rows.total - 1)).map((row) => {
          const data = rowAt(rows, row);
          return (
            <div
              key={row}
              class="entries"
              role="row"
              aria-rowindex={row + 2}
              style={{ position: 'absolute', top: `${row * rowHeight}px` }}
            >
              {data ? [-1, 0, 1].map((column) => cell(row, column, data)) : <div class="entry quiet">…</div>}
            </div>
          );
        })}
      </div>
    </div>
  );
};
