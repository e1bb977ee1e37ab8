import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { shownText } from '../../src/core/shared/shownText';
import type { ListMove, ListRow } from '../../src/protocol/trajectoryList';
import { useView } from '../kit/useView';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import { type Beside, Row, rowWords } from './row';
import type { StepList } from './useList';

const rowHeight = 22;

interface Props {
  readonly list: StepList;
  /** How many there are without a filter: the highest number. */
  readonly steps: number;
  /** The chosen step, from 1, and its row, from 0; -1 while that is not known. */
  readonly idx: number;
  readonly row: number;
  readonly beside: (row: ListRow | null) => Beside;
  readonly choose: (idx: number) => void;
  readonly move: (move: ListMove) => void;
  readonly enter: () => void;
  readonly focused: () => void;
  /** Somebody scrolls back. */
  readonly scrolledUp: () => void;
  readonly element: RefObject<HTMLDivElement | null>;
  /** What stands above the rows, and in place of rows where there are none. */
  readonly children: ComponentChildren;
  readonly empty: ComponentChildren;
}

const moveOf = (key: string, page: number): ListMove | null => {
  const moves: Readonly<Record<string, ListMove>> = {
    ArrowDown: { kind: 'by', steps: 1 },
    ArrowUp: { kind: 'by', steps: -1 },
    PageDown: { kind: 'by', steps: page },
    PageUp: { kind: 'by', steps: -page },
    Home: { kind: 'end', back: true },
    End: { kind: 'end', back: false },
  };
  return moves[key] ?? null;
};

const ColumnHeads = () => (
  <div class="step head quiet" aria-hidden="true">
    <span class="number">#</span>
    <span />
    <span>Step</span>
    <span class="cells">
      <span class="number time">Time</span>
      <span class="number out">Out</span>
      <span class="number cost">Cost</span>
    </span>
  </div>
);

/** A figure that no step has gets no column. */
const columnsOf = (list: StepList): string => {
  const { figures } = list.shape ?? {};
  if (figures === undefined) return 'steps';
  const { time, out, cost } = figures;
  return ['steps', time ? '' : 'no-time', out ? '' : 'no-out', cost ? '' : 'no-cost']
    .filter((one) => one !== '')
    .join(' ');
};

const idxOf = (row: ListRow | null): number | null =>
  row === null ? null : row.kind === 'step' ? row.step.idx : row.idx;

const classOf = (row: ListRow | null, isHere: boolean): string => {
  const kind = row === null ? '' : row.kind === 'lost' ? ' lost' : row.step.role === 'agent' ? '' : ' other';
  return `step${isHere ? ' here' : ''}${kind}`;
};

const Option = ({ at, props }: { at: number; props: Props }) => {
  const { list, idx, beside, choose, enter } = props;
  const row = list.at(at);
  const step = idxOf(row);
  const isHere = at === props.row || (row?.kind === 'step' && step === idx);
  const known = beside(row);
  return (
    <div
      id={isHere ? `step-${idx}` : `row-${at}`}
      class={classOf(row, isHere)}
      role="option"
      aria-selected={isHere}
      aria-setsize={list.shape?.rows ?? 0}
      aria-posinset={at + 1}
      aria-label={row ? rowWords(row, known) : `row ${at + 1}`}
      title={row?.kind === 'step' ? shownText(row.step.preview) : row?.text}
      tabIndex={-1}
      style={{ position: 'absolute', top: `${at * rowHeight}px` }}
      {...{ onClick: () => step !== null && choose(step), onDblClick: enter }}
    >
      {row && <Row row={row} beside={known} />}
    </div>
  );
};

/** The chosen row is brought into view when it becomes another one, or when what is above it changes. */
const useInView = ({ element, row }: Props, height: number): void => {
  useLayoutEffect(() => {
    const list = element.current;
    if (list && row >= 0) list.scrollTop = scrollTo(row, rowHeight, list.scrollTop, list.clientHeight);
  }, [row, height]);
};

/** The steps: one tab stop, virtual rows of one height, the chosen one always in the page. */
export const List = (props: Props) => {
  const { list, steps, idx, row, element, move, enter, focused, scrolledUp, children, empty } = props;
  const view = useView(element, scrolledUp);
  useInView(props, view.height);
  const rows = list.shape?.rows ?? 0;
  const span = visibleRange(view.top, view.height, rowHeight, rows, 10);
  list.seen(span.first, span.end);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') enter();
    const wish = moveOf(event.key, Math.max(1, Math.floor(view.height / rowHeight) - 1));
    if (!wish) return;
    event.preventDefault();
    move(wish);
  };
  return (
    <div class={columnsOf(list)} style={{ '--digits': `${String(steps).length}ch` }}>
      {children}
      <ColumnHeads />
      <div
        ref={element}
        class="list"
        role="listbox"
        aria-label="Steps"
        aria-activedescendant={`step-${idx}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={focused}
      >
        {list.shape !== null && rows === 0 && empty}
        <div role="presentation" style={{ height: `${rows * rowHeight}px`, position: 'relative' }}>
          {numbersOf(span, row < rows ? row : -1).map((at) => (
            <Option key={at} {...{ at, props }} />
          ))}
        </div>
      </div>
    </div>
  );
};
