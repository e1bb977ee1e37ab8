import { outcomeClass, outcomeWords } from '../../src/core/evaluation/outcomeWords';
import { shownText } from '../../src/core/shared/shownText';
import { type ColumnName, tableColumns } from '../../src/core/study/trajectoryTable/tableColumns';
import type { TableRow } from '../../src/core/study/trajectoryTable/tableRow';
import type { AlignedSide, ShownAlignment } from '../../src/protocol/trajectoryAlignment';
import { OutcomeIcon } from '../kit/outcomeIcon';
import { aloneOf, filterCounts, type RowFilter } from './items';

const words = (row: TableRow, name: ColumnName): string => shownText(tableColumns[name].words(row)) || 'unknown';

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt class="quiet">{name}</dt>
    <dd class={value === 'unknown' ? 'quiet' : ''}>{value}</dd>
  </div>
);

const Side = ({ letter, side }: { letter: string; side: AlignedSide }) => {
  const { row } = side;
  const calls = words(row, 'calls');
  return (
    <section class="side" aria-label={`Side ${letter}`}>
      <h1 title={shownText(row.path)}>
        <b>{letter}</b> {shownText(tableColumns.run.words(row) || row.name)}{' '}
        <span class="quiet">{shownText(row.model ?? 'model unknown')}</span>
      </h1>
      <dl>
        <div>
          <dt class="quiet">Outcome</dt>
          <dd>
            <OutcomeIcon outcome={outcomeClass(row.outcome)} label={outcomeWords(row.outcome)} />{' '}
            {tableColumns.outcome.words(row)}
          </dd>
        </div>
        <Fact name="Status" value={words(row, 'status')} />
        <Fact name="Steps / calls" value={`${words(row, 'steps')} / ${calls}`} />
        <Fact name="Cost" value={words(row, 'cost')} />
        <Fact name="Time" value={words(row, 'time')} />
        <Fact name="Patch" value={words(row, 'patch')} />
      </dl>
    </section>
  );
};

const filters: readonly (readonly [RowFilter, string])[] = [
  ['all', 'All'],
  ['differs', '≠ Differences'],
  ['edits', 'Edits'],
  ['tests', 'Tests'],
  ['errors', 'Errors'],
];

interface Props {
  readonly shown: ShownAlignment;
  readonly filter: RowFilter;
  readonly setFilter: (filter: RowFilter) => void;
}

/** Both sides as a whole, and which rows are shown. */
export const Head = ({ shown, filter, setFilter }: Props) => {
  const counts = filterCounts(shown);
  const { alone, of } = aloneOf(shown);
  return (
    <>
      <div class="sides">
        <Side letter="A" side={shown.a} />
        <Side letter="B" side={shown.b} />
      </div>
      <div class="bar" role="toolbar" aria-label="Rows">
        <span class="quiet">Aligned by files touched and tests run:</span>
        {filters.map(([name, title]) => (
          <button
            key={name}
            type="button"
            class={`chip ${filter === name ? 'chosen' : ''}`}
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {title} {counts[name].toLocaleString('en')}
          </button>
        ))}
        <span class="quiet rest" role="status">
          {alone.toLocaleString('en')} of {of.toLocaleString('en')} steps have no counterpart and stay listed
        </span>
        {shown.notes.map((note) => (
          <span key={note} class="note">
            <span class="warning" aria-hidden="true">
              ⚠
            </span>{' '}
            {note}
          </span>
        ))}
      </div>
    </>
  );
};
