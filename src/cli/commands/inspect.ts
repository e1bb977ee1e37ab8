import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Inspection, inspectPath } from '../../app/inspect';
import { nodeFiles } from '../../io/files/nodeFiles';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { reportFault } from '../faults';
import { printable } from '../printable';
import { inspectTable } from './inspectTable';

interface InspectOptions {
  readonly json?: boolean;
}

/** What each path gave. Paths that don't exist are said on stderr; the others are inspected all the same. */
const inspectAll = async (paths: readonly string[]): Promise<readonly (readonly Inspection[])[]> => {
  const found: (readonly Inspection[])[] = [];
  for (const path of paths) {
    try {
      found.push(await inspectPath({ files: nodeFiles, sha256, trajectories: openTrajectoryFiles }, resolve(path)));
    } catch (error) {
      reportFault(error);
      process.exitCode = 1;
    }
  }
  return found;
};

const run = async (paths: readonly string[], options: InspectOptions): Promise<void> => {
  const found = await inspectAll(paths);
  const lines = options.json ? [JSON.stringify(found.flat(), null, 2)] : found.flatMap(inspectTable).map(printable);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (found.flat().some((one) => one.format === null || one.skipped.length > 0)) process.exitCode = 1;
};

/**
 * `touchstone inspect`: what is this, with counts and everything that was left out; of a folder that is no study, each
 * task and file below it. Ends with 1 where anything was left out or not recognised.
 */
export const addInspectCommand = (program: Command): void => {
  program
    .command('inspect')
    .description('say what files and folders hold: format, version, counts, what was left out and why')
    .argument('<path...>', 'files or folders')
    .option('--json', 'print one JSON document')
    .action((paths: string[], _options: unknown, command: Command) =>
      run(paths, command.optsWithGlobals<InspectOptions>()),
    );
};
