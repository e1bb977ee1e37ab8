import { useState } from 'preact/hooks';
import type { InstancePage, TestGroup, TestRow } from '../../src/core/study/page/instancePage';
import { CellIcon } from '../kit/outcomeIcon';
import type { Act } from './actions';

const Row = ({ row, act }: { row: TestRow; act: Act }) => {
  const { log } = row;
  return (
    <tr>
      <td class="name" title={row.name}>
        {row.name}
      </td>
      {row.cells.map((cell, i) => (
        <td class="cell" key={i}>
          <CellIcon cell={cell} />
        </td>
      ))}
      <td class="quiet how" title={row.how}>
        {row.how || (row.cells.some((cell) => cell !== 'unknown') ? 'exact id' : '')}
      </td>
      <td>
        {log ? (
          <button type="button" class="link" onClick={() => act('log', log.runKey, log.line)}>
            L{log.line.toLocaleString('en')}
          </button>
        ) : (
          <span class="quiet">none</span>
        )}
      </td>
    </tr>
  );
};

/** PASS_TO_PASS rows that are alike in every run stay folded, with their count. */
const Same = ({ group, columns, act }: { group: TestGroup; columns: number; act: Act }) => {
  const [open, setOpen] = useState(false);
  if (group.same.length === 0) return null;
  return (
    <>
      <tr>
        <td colSpan={columns + 3}>
          <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            <span class="twist" aria-hidden="true">
              {open ? '⌄' : '›'}
            </span>
            {group.same.length} {group.rows.length > 0 ? 'more' : 'tests'}
            {columns > 0 && ', passed in every evaluated run'}
          </button>
        </td>
      </tr>
      {open && group.same.map((row) => <Row key={row.name} row={row} act={act} />)}
    </>
  );
};

const Group = ({ group, page, act }: { group: TestGroup; page: InstancePage; act: Act }) => (
  <tbody>
    <tr class="group">
      <th scope="rowgroup" colSpan={page.columns.length + 3}>
        {group.name} <span class="quiet">{describe(group)}</span>
      </th>
    </tr>
    {group.rows.map((row) => (
      <Row key={row.name} row={row} act={act} />
    ))}
    <Same group={group} columns={page.columns.length} act={act} />
  </tbody>
);

const describe = (group: TestGroup): string => {
  if (group.total === 0) return 'none';
  if (group.name === 'FAIL_TO_PASS') return `${group.total} must turn to pass`;
  return group.rows.length > 0
    ? `${group.rows.length} of ${group.total} differ or did not pass`
    : `${group.total} must stay`;
};

/** Runs differ at their ends (`kestrel-1-a2`), so a long name keeps its end; the whole is on hover. */
const tail = (label: string): string => (label.length > 7 ? `…${label.slice(-6)}` : label);

/** Required tests by evaluated runs. */
export const TestTables = ({ page, act }: { page: InstancePage; act: Act }) => (
  <section aria-labelledby="tests">
    <h2 id="tests">
      Tests
      <button type="button" class="link end" onClick={() => act('testing')}>
        Show in Testing view
      </button>
    </h2>
    <div class="wide">
      <table class="tests">
        <thead>
          <tr>
            <th scope="col">Test</th>
            {page.columns.map(({ runKey, label }) => (
              <th scope="col" class="cell" key={runKey} title={label}>
                {tail(label)}
              </th>
            ))}
            <th scope="col" title="How it was matched">
              Matched
            </th>
            <th scope="col">Log</th>
          </tr>
        </thead>
        {page.groups.map((group) => (
          <Group key={group.name} group={group} page={page} act={act} />
        ))}
      </table>
    </div>
  </section>
);
