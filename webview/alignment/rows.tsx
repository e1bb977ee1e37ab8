import type { AlignedRow } from '../../src/core/run/trajectory/align/alignSteps';
import { anchorWords } from '../../src/core/run/trajectory/align/anchorWords';
import { durationWords } from '../../src/core/run/trajectory/factWords';
import { shownText } from '../../src/core/shared/shownText';
import type { SideStep } from '../../src/protocol/trajectoryAlignment';
import { FailureIcon, KindIcon } from '../trajectory/icons';
import { failureWords } from '../trajectory/words';

const numberWords = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? String(from) : `${from}–${to}`;

const timeOf = (steps: readonly SideStep[]): string => {
  const known = steps.map(({ durationMs }) => durationMs).filter((ms) => ms !== null);
  return known.length === 0 ? '' : durationWords(known.reduce((sum, ms) => sum + ms, 0));
};

interface CellProps {
  readonly id: string;
  readonly column: 0 | 1;
  readonly span: AlignedRow['a'];
  readonly steps: readonly SideStep[];
  readonly isHere: boolean;
  readonly choose: () => void;
}

/** The steps of one side; where it has none, that is said. */
const Cell = ({ id, column, span, steps, isHere, choose }: CellProps) => {
  const [first] = steps;
  const failed = steps.find((step) => step.failed);
  return (
    <div
      id={id}
      class={`cell ${isHere ? 'here' : ''}`}
      role="gridcell"
      tabIndex={-1}
      aria-colindex={column === 0 ? 1 : 3}
      title={steps.map(({ idx, preview }) => `${idx}  ${shownText(preview)}`).join('\n')}
      onClick={choose}
    >
      {span && first ? (
        <>
          <span class="number">{numberWords(span)}</span>
          {failed ? <FailureIcon /> : <KindIcon step={first} />}
          <span class="cut">{shownText(first.preview)}</span>
          {steps.length > 1 && <span class="quiet">in {steps.length} steps</span>}
          {failed && <span class="unresolved-word">{failureWords(failed)}</span>}
          <span class="time quiet">{timeOf(steps)}</span>
        </>
      ) : (
        <span class="none quiet">no counterpart</span>
      )}
    </div>
  );
};

interface LineProps {
  readonly at: number;
  readonly top: number;
  readonly row: AlignedRow;
  readonly a: readonly SideStep[];
  readonly b: readonly SideStep[];
  /** The side with the focus; null where the row has none. */
  readonly here: number | null;
  readonly choose: (column: number) => void;
  readonly enter: (column: number) => void;
}

/** One row: steps of A, what both do, steps of B. */
export const Line = ({ at, top, row, a, b, here, choose, enter }: LineProps) => {
  const isPair = row.a !== null && row.b !== null;
  const words = shownText(anchorWords(row));
  return (
    <div
      class={`line ${here === null ? '' : 'current'} ${row.differs ? 'differs' : ''}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 1}
      style={{ position: 'absolute', top: `${top}px` }}
      onDblClick={() => enter(here ?? 0)}
    >
      <Cell id={`row-${at}-0`} column={0} span={row.a} steps={a} isHere={here === 0} choose={() => choose(0)} />
      <div class={`anchor ${isPair ? 'pair' : 'quiet'}`} role="gridcell" aria-colindex={2} title={words}>
        <span class="cut">{words}</span>
        {isPair && row.differs && (
          <span class="sign" role="img" aria-label="differs">
            ≠
          </span>
        )}
      </div>
      <Cell id={`row-${at}-1`} column={1} span={row.b} steps={b} isHere={here === 1} choose={() => choose(1)} />
    </div>
  );
};

/** Where the files begin to differ. */
export const Parting = ({ at, top, isHere }: { at: number; top: number; isHere: boolean }) => (
  <div
    class={`parting ${isHere ? 'here' : ''}`}
    role="row"
    aria-rowindex={at + 1}
    title="By the texts of the edits: what programs wrote to files is not seen here, and two texts may come to the same."
    style={{ position: 'absolute', top: `${top}px` }}
  >
    <span id={`row-${at}-0`} role="gridcell" aria-colindex={1} aria-colspan={3}>
      The files differ from here on, by their edits
    </span>
  </div>
);
