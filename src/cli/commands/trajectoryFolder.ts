import type { CataloguePorts } from '../../app/openStudyRuns';
import { trajectoryRows } from '../../app/trajectory/trajectoryRows';
import { studyAround } from '../../app/trajectory/trajectoryTable';
import { InputFault } from '../../core/shared/problem';
import { type ColumnName, tableColumns } from '../../core/study/trajectoryTable/tableColumns';
import { tableFilter } from '../../core/study/trajectoryTable/tableFilter';
import { type TableRow, tableRow } from '../../core/study/trajectoryTable/tableRow';
import { nodeFiles } from '../../io/files/nodeFiles';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { say } from '../say';
import { table } from './textTable';
import { writeLine } from './writeLine';

const ports: CataloguePorts = { files: nodeFiles, sha256 };

const shown: readonly ColumnName[] = ['run', 'instance', 'status', 'outcome', 'steps', 'calls', 'tokens', 'cost'];

/** Every trajectory in a folder, with what the study around it knows of each. */
const rowsOf = async (folder: string): Promise<readonly TableRow[]> => {
  const study = await studyAround(ports, folder);
  const rows: TableRow[] = [];
  for await (const row of trajectoryRows({ openFiles: openTrajectoryFiles }, folder))
    rows.push(tableRow(folder, study?.placing ?? null, row));
  return rows;
};

const cell = (row: TableRow, name: ColumnName): string => printable(tableColumns[name].words(row) || '-');

const textOf = (rows: readonly TableRow[]): string =>
  table([
    [...shown.map((name) => tableColumns[name].title.toLowerCase()), 'file'],
    ...rows.map((row) => [...shown.map((name) => cell(row, name)), printable(row.name)]),
  ]);

const jsonOf = (row: TableRow): unknown => {
  const { path, which, runId, instanceId, attempt, model, outcome, outcomeFrom, facts, fault } = row;
  const { status = null, rawStatus = null, steps = null, apiCalls = null, tokens = null, costUsd = null } = facts ?? {};
  const { format = null, startedAt = null, endedAt = null, patchLength = null } = facts ?? {};
  return {
    ...{ path, number: which + 1, runId, instanceId, attempt, model, status, rawStatus, outcome, outcomeFrom },
    ...{ steps, apiCalls, tokens, costUsd, startedAt, endedAt, patchLength, format, fault },
  };
};

const sayUnreadable = (rows: readonly TableRow[]): void => {
  for (const { facts, fault, path, name } of rows)
    if (facts === null) say(printable(`unreadable: ${(fault ?? '').replaceAll(path, name)}`));
};

export interface FolderOptions {
  /** As typed into the editor's table: `outcome:unresolved`. */
  readonly filter?: string;
  readonly json?: boolean;
}

/**
 * Prints the trajectories of a folder, a line each; false where it holds one alone (or none), which is then printed for
 * itself.
 */
export const printFolder = async (folder: string, { filter = '', json }: FolderOptions): Promise<boolean> => {
  const test = tableFilter(filter);
  if (!test.ok) throw new InputFault(`--filter: ${test.error}`);
  const all = await rowsOf(folder);
  if (all.length < 2) return false;
  const rows = all.filter(test.value);
  await writeLine(json ? jsonText(rows.map(jsonOf), 2) : textOf(rows));
  sayUnreadable(rows);
  const of = rows.length === all.length ? '' : ` of ${all.length.toLocaleString('en-US')}`;
  say(`${rows.length.toLocaleString('en-US')}${of} trajectories.`);
  return true;
};
