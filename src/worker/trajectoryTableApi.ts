import type { CataloguePorts } from '../app/openStudyRuns';
import type { TrajectoryRowPorts } from '../app/trajectory/trajectoryRows';
import { trajectoryRows } from '../app/trajectory/trajectoryRows';
import { type PlacedStudy, studyAround, studyTrajectoryRows } from '../app/trajectory/trajectoryTable';
import { TrajectoryPlacing } from '../core/study/placeTrajectory';
import { pathBelow } from '../core/study/studyPath';
import type { TableTarget, TrajectoryTableApi } from '../protocol/trajectoryTable';
import type { OpenedStudy } from './openedStudy';
import { ReadTable } from './readTable';

export interface TableDesk {
  readonly ports: CataloguePorts;
  readonly study: OpenedStudy;
  readonly rows: TrajectoryRowPorts;
}

/** Tables that are kept at once: as many as a person has on screen. */
const mostTables = 4;

const studyOf = async (study: OpenedStudy, folder: string): Promise<PlacedStudy> => {
  const catalogue = await study.of(folder);
  return { catalogue, placing: new TrajectoryPlacing({ catalogue, rows: await study.rowsOf(folder) }) };
};

/** The study that is open where the folder lies in it, else the one around the folder; null where there is none. */
const studyOfFolder = async ({ ports, study }: TableDesk, path: string): Promise<PlacedStudy | null> => {
  const { folder } = study;
  return folder !== null && pathBelow(folder, path) !== null ? studyOf(study, folder) : studyAround(ports, path);
};

/** A folder is read at once, and what the study knows of it is told when it is known. */
const fillFolder = async (desk: TableDesk, table: ReadTable, path: string): Promise<void> => {
  const filling = table.fill(trajectoryRows(desk.rows, path, table.stop.signal));
  const study = await studyOfFolder(desk, path).catch(() => null);
  if (study) table.place(study.placing);
  await filling;
};

const fill = async (desk: TableDesk, table: ReadTable, target: TableTarget): Promise<void> => {
  if (target.kind === 'folder') return fillFolder(desk, table, target.path);
  const study = await studyOf(desk.study, target.studyFolder);
  table.place(study.placing);
  await table.fill(studyTrajectoryRows(desk.rows, study, target, table.stop.signal));
};

/** Tables of trajectories, each read once in the background. */
export const trajectoryTableApi = (desk: TableDesk): TrajectoryTableApi => {
  const tables = new Map<number, ReadTable>();
  let last = 0;
  const end = (number: number): void => {
    tables.get(number)?.end();
    tables.delete(number);
  };
  return {
    trajectoryTable: async (target) => {
      const table = new ReadTable(target.kind === 'folder' ? target.path : target.studyFolder);
      last += 1;
      tables.set(last, table);
      const oldest = tables.keys().next();
      if (tables.size > mostTables && !oldest.done) end(oldest.value);
      fill(desk, table, target).catch((error: unknown) => table.fail(error));
      return last;
    },
    trajectoryTableRows: async ({ table, age, from }) => (await tables.get(table)?.next(age, from)) ?? null,
    trajectoryTableEnd: async ({ table }) => {
      end(table);
      return null;
    },
  };
};
