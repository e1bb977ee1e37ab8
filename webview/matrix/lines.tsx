import { shortId } from '../../src/core/instance/shortId';
import type { MatrixHead } from '../../src/protocol/matrix';
import type { Place } from '../kit/moves';
import type { CellSource } from './cellSource';
import { CellMarks, cellWords, countMarks, evaluated, headWords, rulesWords } from './cells';
import type { Sizes } from './sizes';

interface HeadProps {
  readonly head: MatrixHead;
  readonly column: number;
  readonly left: number;
  readonly width: number;
  readonly rows: number;
  readonly sorted: 'ascending' | 'descending' | null;
  readonly here: boolean;
  readonly choose: () => void;
}

/** A run's name, rule set and counts; a click or Enter sorts by its outcomes. Long names keep their end. */
export const ColumnHead = ({ head, column, left, width, rows, sorted, here, choose }: HeadProps) => (
  <div
    id={`cell--1-${column}`}
    class={`column${here ? ' here' : ''}`}
    role="columnheader"
    aria-colindex={column + 2}
    aria-sort={sorted ?? 'none'}
    aria-label={headWords(head)}
    title={`${headWords(head)}\nEnter or a click sorts by outcome`}
    style={{ left: `${left}px` }}
    onClick={choose}
  >
    <span class="run">
      {sorted && <span class="sorted">{sorted === 'ascending' ? '↓ ' : '↑ '}</span>}
      {tail(head.label, 2 * Math.floor((width - 16) / 8))}
    </span>
    <span class="quiet">{rulesWords(head)}</span>
    <span class="counts">{countMarks(head)}</span>
    <span class="quiet">
      n {evaluated(head).toLocaleString('en')} of {rows.toLocaleString('en')}
    </span>
  </div>
);

/** Runs differ at their ends. */
const tail = (label: string, most: number): string => (label.length > most ? `…${label.slice(1 - most)}` : label);

interface LineProps {
  readonly row: number;
  readonly source: CellSource;
  readonly heads: readonly MatrixHead[];
  readonly columns: readonly number[];
  readonly place: Place;
  readonly sizes: Sizes;
  readonly choose: (place: Place, open: boolean) => void;
  readonly arrived: number;
}

/** One instance: its name, which stays in view, and the cells that are seen. */
export const GridLine = ({ row, source, heads, columns, place, sizes, choose }: LineProps) => {
  const head = source.head(row);
  const isHere = (column: number): boolean => place.row === row && place.column === column;
  return (
    <div class="line" role="row" aria-rowindex={row + 2} style={{ top: `${sizes.head + row * sizes.row}px` }}>
      <div
        id={`cell-${row}--1`}
        class={`name${isHere(-1) ? ' here' : ''}`}
        role="rowheader"
        aria-colindex={1}
        aria-label={head ? `${head.id}, ${head.title ?? 'no statement'}` : 'loading'}
        title={head ? `${head.id}\n${head.title ?? 'no statement'}` : ''}
        onClick={() => choose({ row, column: -1 }, false)}
        onDblClick={() => choose({ row, column: -1 }, true)}
      >
        {head ? shortId(head.id) : '…'}
        {head?.title && <span class="quiet">{head.title}</span>}
      </div>
      {columns.map((column) => {
        const cell = source.cell(row, column);
        const words = `${heads[column]?.label}: ${cellWords(cell)}`;
        return (
          <div
            key={column}
            id={`cell-${row}-${column}`}
            class={`cell${isHere(column) ? ' here' : ''}`}
            role="gridcell"
            tabIndex={-1}
            aria-colindex={column + 2}
            aria-label={words}
            title={head ? `${head.id}\n${words}` : words}
            style={{ left: `${sizes.names + column * sizes.column}px` }}
            onClick={() => choose({ row, column }, true)}
          >
            <CellMarks cell={cell} />
          </div>
        );
      })}
    </div>
  );
};
