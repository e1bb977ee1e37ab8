import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openTrajectory } from '../../src/app/trajectory/openTrajectory';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { type Bench, timeInTurn } from './bench';
import { madeDocument, madeLines } from './madeTrajectories';

const bytesWanted = 30e6;
const rounds = 3;

/** As any program reads a file of lines of any size. */
const readLines = async (path: string): Promise<number> => {
  let characters = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    characters += line.length;
  return characters;
};

const splitWhole = async (path: string): Promise<number> =>
  new TextDecoder().decode(readFileSync(path)).split('\n').length;

const indexing = (
  name: string,
  make: (folder: string, bytes: number) => string,
  limit: number | null,
  meaning: string,
  against: (path: string) => Promise<unknown>,
): Bench => ({
  name: `indexing a trajectory of ${name}`,
  limit,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsb-'));
    try {
      const path = make(folder, bytesWanted);
      const index = () => openTrajectory(openTrajectoryFiles, path);
      return { ...(await timeInTurn(rounds, index, () => against(path))), unit: 'ms', meaning };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/**
 * The index pass over files of 30 MB. Lines are held against a program that streams them; against one that has all of
 * the file in memory and decodes and splits it there, the ratio is told: parsing their JSON alone takes more than that.
 */
export const trajectoryIndexing: readonly Bench[] = [
  indexing('JSON lines', madeLines, 3, "reading its lines by Node's readline", readLines),
  indexing('JSON lines, in memory', madeLines, null, 'decoding it whole and splitting it', splitWhole),
  indexing('one document', madeDocument, 2, 'reading it and JSON.parse', async (path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  ),
];
