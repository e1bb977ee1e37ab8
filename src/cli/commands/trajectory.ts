import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type FoundTrajectory, findTrajectories } from '../../app/trajectory/findTrajectories';
import { indexTrajectory, type OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { readStep } from '../../app/trajectory/readStep';
import { InputFault } from '../../core/shared/problem';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { printable } from '../printable';
import { say } from '../say';
import { trajectoryJson } from './trajectoryJson';
import { printSignals } from './trajectorySignals';
import { severalTable, stepsTable, trajectoryLines } from './trajectoryTable';
import { writeLine } from './writeLine';

interface TrajectoryOptions {
  readonly steps?: boolean;
  readonly signals?: boolean;
  readonly id?: string;
  readonly json?: boolean;
}

const printSteps = async (opened: OpenedTrajectory, json: boolean): Promise<void> => {
  if (!json) {
    await writeLine(stepsTable(opened.entries));
    return;
  }
  for (const entry of opened.entries) if (!(await writeLine(JSON.stringify(await readStep(opened, entry))))) return;
};

const printHead = async (opened: OpenedTrajectory, json: boolean): Promise<void> => {
  if (json) await writeLine(JSON.stringify(trajectoryJson(opened), null, 2));
  else for (const line of trajectoryLines(opened)) await writeLine(printable(line));
};

const printSeveral = async (all: readonly FoundTrajectory[], json: boolean): Promise<void> => {
  const listed = all.map(({ id, format, version, parts }, at) => ({
    number: at + 1,
    id,
    format: format.name,
    version,
    file: parts[0]?.path ?? null,
  }));
  await writeLine(json ? JSON.stringify(listed, null, 2) : severalTable(all));
  say(`${all.length} trajectories; name one by --id, by its id or its number.`);
};

/** By its id, else by its number from 1. */
const chosen = (path: string, all: readonly FoundTrajectory[], id: string | undefined): FoundTrajectory | null => {
  if (all.length === 0)
    throw new InputFault(`${path}: no trajectory of a known format. \`touchstone inspect\` says what it is.`);
  if (id === undefined) return all.length === 1 ? (all[0] ?? null) : null;
  const found = all.find((one) => one.id === id) ?? (/^\d{1,9}$/.test(id) ? all[Number(id) - 1] : undefined);
  if (found !== undefined) return found;
  throw new InputFault(`${path}: no trajectory ${JSON.stringify(id)} in it. Without --id it lists what it holds.`);
};

const run = async (written: string, options: TrajectoryOptions): Promise<void> => {
  const path = resolve(written);
  const files = await openTrajectoryFiles(path);
  const all = await findTrajectories(files);
  const found = chosen(path, all, options.id);
  const json = options.json === true;
  if (found === null) return printSeveral(all, json);
  const opened = await indexTrajectory(path, files, all, found);
  if (options.signals === true) return printSignals(opened, json);
  if (options.steps !== true) return printHead(opened, json);
  await printSteps(opened, json);
  for (const warning of opened.warnings) say(warning);
};

/** `touchstone trajectory`: how a trajectory ended and what it took, or its steps. */
export const addTrajectoryCommand = (program: Command): void => {
  program
    .command('trajectory')
    .description("print a trajectory's status, totals and final patch, or its steps")
    .argument('<path>', 'a file or folder of any known format; `inspect` names the format')
    .option('--steps', 'print its steps: a line each; with --json each in full')
    .option('--signals', 'print what may have gone wrong, with the steps to look at: hints, never a verdict')
    .option('--id <instance>', 'which one, where it holds several: its instance, or its number')
    .option('--json', 'print one JSON document; with --steps JSON lines')
    .action((path: string, _options: unknown, command: Command) =>
      run(path, command.optsWithGlobals<TrajectoryOptions>()),
    );
};
