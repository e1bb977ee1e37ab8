import type { InstancePage, RunRow } from '../../src/core/study/page/instancePage';
import type { PageAction } from '../../src/protocol/instancePage';
import { OutcomeIcon } from '../kit/outcomeIcon';
import type { Act } from './actions';

interface Props {
  readonly page: InstancePage;
  readonly selected: string | null;
  readonly select: (runKey: string) => void;
  readonly act: Act;
}

/** What opening a row shows: the comparison with gold, the code, else the log. */
const openerOf = (row: RunRow): PageAction => (row.canCompare ? 'compare' : row.isCode ? 'modelPatch' : 'log');

const figure = (value: string | null): string => value ?? 'not run';

const Row = ({ row, selected, select, act }: { row: RunRow; selected: boolean } & Pick<Props, 'select' | 'act'>) => (
  <tr
    id={`run-${row.key}`}
    aria-selected={selected}
    class={selected ? 'selected' : ''}
    onClick={() => select(row.key)}
    onDblClick={() => act(openerOf(row), row.key)}
  >
    <td>
      {row.label} {row.model && <span class="quiet">{row.model}</span>}{' '}
      {row.trajectories && (
        <button type="button" class="link" onClick={() => act('trajectory', row.key)}>
          {row.trajectories === 1 ? 'Trajectory' : `${row.trajectories} trajectories`}
        </button>
      )}
    </td>
    <td class="outcome" title={[row.why, row.source].filter(Boolean).join('\n')}>
      <OutcomeIcon outcome={row.outcome} label={row.outcomeWords} /> {row.outcomeWords}
      {row.rules && (
        <span class="quiet" title={row.why}>
          {' '}
          {row.rules}
        </span>
      )}
      {row.coverage && <div class="quiet">{row.coverage}</div>}
      {row.optimisation && <div class="quiet">{row.optimisation}</div>}
      {row.timingWarnings.map((warning) => (
        <div class="quiet" key={warning}>
          <span class="warning">⚠</span> {warning}
        </div>
      ))}
      {row.contradiction && (
        <span class="warning" title={row.contradiction}>
          {' '}
          ⚠ contradicted
        </span>
      )}
    </td>
    <td class="number">{figure(row.failToPass)}</td>
    <td class="number">{figure(row.passToPass)}</td>
    <td>
      {row.people}
      {row.differs && (
        <span class="warning" role="img" aria-label="tests and people differ" title="tests and people differ">
          {' '}
          ≠
        </span>
      )}
    </td>
    <td class="number">{row.patch}</td>
  </tr>
);

/** Every run on the instance. One tab stop; arrows move, Enter opens. */
export const RunTable = ({ page, selected, select, act }: Props) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = page.runs.findIndex(({ key }) => key === selected);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = page.runs[Math.min(Math.max(at + step, 0), page.runs.length - 1)];
    if (step !== 0 && next) {
      event.preventDefault();
      select(next.key);
    } else if (event.key === 'Enter') {
      const row = page.runs[at];
      if (row) act(openerOf(row), row.key);
    }
  };
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">
        Runs <span class="quiet">{page.runCounts}</span>
      </h2>
      {page.runs.some(({ trajectories }) => trajectories) && (
        <button type="button" class="link" onClick={() => act('trajectories')}>
          All trajectories of the instance
        </button>
      )}
      {page.runs.length === 0 ? (
        <p class="quiet">No prediction and no evaluation names this instance. Evaluate the gold patch to begin (E).</p>
      ) : (
        <div class="wide">
          <table
            class="runs"
            role="grid"
            tabIndex={0}
            aria-activedescendant={selected ? `run-${selected}` : undefined}
            onKeyDown={onKeyDown}
          >
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Outcome</th>
                <th scope="col" class="number" title="FAIL_TO_PASS that pass">
                  F2P
                </th>
                <th scope="col" class="number" title="PASS_TO_PASS that pass">
                  P2P
                </th>
                <th scope="col">People</th>
                <th scope="col" class="number">
                  Patch
                </th>
              </tr>
            </thead>
            <tbody>
              {page.runs.map((row) => (
                <Row key={row.key} row={row} selected={row.key === selected} select={select} act={act} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
