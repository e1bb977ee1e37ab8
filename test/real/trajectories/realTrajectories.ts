import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findTrajectories } from '../../../src/app/trajectory/findTrajectories';
import { indexTrajectory, type OpenedTrajectory } from '../../../src/app/trajectory/openTrajectory';
import { readFoundReport } from '../../../src/core/evaluation/foundReports/registry';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));

/** The folder of real trajectories, and whether it is there. */
export const folder = path.join(data, 'trajectories');
const listing = path.join(folder, 'README.tsv');
export const there = existsSync(listing);
if (!there) console.warn(`real trajectories skipped: no ${listing} (set TOUCHSTONE_DATA)`);

/** A line of README.tsv: what it says a file is, and how it ended. */
export interface Listed {
  readonly file: string;
  readonly format: string;
  readonly outcome: string;
}

export const listed: readonly Listed[] = there
  ? readFileSync(listing, 'utf8')
      .split('\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => {
        const [file = '', , format = '', , outcome = ''] = line.split('\t');
        return { file, format, outcome };
      })
  : [];

export const at = (file: string): string => path.join(folder, file);
export const textOf = (file: string): string => readFileSync(at(file), 'utf8');

/** All trajectories of a path below the folder. */
export const openAll = async (file: string): Promise<readonly OpenedTrajectory[]> => {
  const files = await openTrajectoryFiles(at(file));
  const all = await findTrajectories(files);
  const opened: OpenedTrajectory[] = [];
  for (const found of all) opened.push(await indexTrajectory(at(file), files, all, found));
  return opened;
};

export const openOne = async (file: string): Promise<OpenedTrajectory> => {
  const [opened, ...others] = await openAll(file);
  if (opened === undefined || others.length > 0) throw new Error(`${file}: ${others.length + 1} trajectories`);
  return opened;
};

/** Whether the report in a file says that the instance was resolved; `id` null: the one instance that it has. */
export const resolvedBy = (report: string, id: string | null): boolean => {
  const found = readFoundReport(JSON.parse(textOf(report)), {
    name: path.basename(report),
    above: [path.basename(path.dirname(report))],
  });
  const results = (found?.results ?? []).filter(({ instanceId }) => id === null || instanceId === id);
  return results.some(({ outcome }) => outcome?.kind === 'resolved');
};
