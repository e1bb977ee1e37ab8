import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type FoundTrajectory, findTrajectories } from '../../app/trajectory/findTrajectories';
import { firstInexact } from '../../app/trajectory/firstInexact';
import { indexTrajectory, type OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { readStep } from '../../app/trajectory/readStep';
import { InputFault } from '../../core/shared/problem';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { positiveWhole } from '../numberOptions';
import { printable } from '../printable';
import { say } from '../say';
import { printAgainst } from './trajectoryAgainst';
import { printFolder } from './trajectoryFolder';
import { trajectoryJson } from './trajectoryJson';
import { printReplay, type ReplayOptions } from './trajectoryReplay';
import { printSignals } from './trajectorySignals';
import { printAt, type StateOptions } from './trajectoryStates';
import { printStep } from './trajectoryStep';
import { severalTable, stepsTable, trajectoryLines } from './trajectoryTable';
import { printTest } from './trajectoryTest';
import { writeLine } from './writeLine';

interface TrajectoryOptions extends StateOptions, ReplayOptions {
  readonly against?: string;
  readonly filter?: string;
  readonly replay?: boolean;
  readonly at?: number;
  readonly patch?: boolean;
  readonly test?: boolean;
  readonly restoreTests?: boolean;
  readonly steps?: boolean;
  readonly signals?: boolean;
  readonly id?: string;
  readonly json?: boolean;
}

/** Of a single turn the reply and what was taken out of it, one below the other: a line each would show neither. */
const printExtraction = async (opened: OpenedTrajectory): Promise<void> => {
  if (opened.entries.length > 3) return;
  for (const entry of opened.entries) {
    const step = await readStep(opened, entry);
    if (step.calls.some(({ name }) => name === 'extract')) await printStep(step);
  }
};

const printSteps = async (opened: OpenedTrajectory, json: boolean): Promise<void> => {
  if (!json) {
    await writeLine(stepsTable(opened.entries));
    await printExtraction(opened);
    const inexact = await firstInexact(opened);
    if (inexact !== null) say(`Approximate states from step ${inexact.idx} on: ${inexact.why}`);
    return;
  }
  for (const entry of opened.entries) if (!(await writeLine(jsonText(await readStep(opened, entry))))) return;
};

const printHead = async (opened: OpenedTrajectory, json: boolean): Promise<void> => {
  if (json) await writeLine(jsonText(trajectoryJson(opened), 2));
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
  await writeLine(json ? jsonText(listed, 2) : severalTable(all));
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
  if (options.against !== undefined) return printAgainst(path, resolve(options.against), options);
  const files = await openTrajectoryFiles(path);
  if (files.kind === 'folder' && options.id === undefined && (await printFolder(path, options))) return;
  const all = await findTrajectories(files);
  const found = chosen(path, all, options.id);
  const json = options.json === true;
  if (found === null) return printSeveral(all, json);
  const opened = await indexTrajectory(path, files, all, found);
  const { at } = options;
  if (at !== undefined && options.test === true) return printTest(opened, { ...options, at });
  if (at !== undefined) return printAt(opened, { ...options, at });
  if (options.replay === true) return printReplay(opened, options);
  if (options.signals === true) return printSignals(opened, options);
  if (options.steps !== true) return printHead(opened, json);
  await printSteps(opened, json);
  for (const warning of opened.warnings) say(warning);
};

/** `touchstone trajectory`: how a trajectory ended and what it took, or its steps. */
export const addTrajectoryCommand = (program: Command): void => {
  program
    .command('trajectory')
    .description("print a trajectory's status, totals and final patch, or its steps; of a folder a line for each in it")
    .argument('<path>', 'a file or folder of any known format; `inspect` names the format')
    .option('--steps', 'print its steps: a line each; with --json each in full')
    .option('--signals', 'print what may have gone wrong, with the steps to look at: hints, never a verdict')
    .option('--at <step>', 'print that step in full', positiveWhole)
    .option('--patch', 'with --at: print the patch after that step, byte for byte; where it comes from goes to stderr')
    .option(
      '--test',
      "with --at: run the instance's tests on the files after that step; no result of the study changes",
    )
    .option('--restore-tests', "with --test: leave the agent's changes of test files out")
    .option('--replay', 'run its commands again in a fresh container and say where their output is another one')
    .addOption(
      new Option(
        '--backend <kind>',
        'with --replay or --test: docker (default), or local, which is no sandbox',
      ).choices(['docker', 'local']),
    )
    .option('--image <image>', "with --replay or --test: in place of the instance's own")
    .option(
      '--endpoint <address>',
      'with --replay or --test: where the engine listens; else as the docker command would',
    )
    .option('--yes', 'with --replay or --test: pull or build the image without asking')
    .option('--repo <source>', 'clone or bundle of the repository, for its base files; else as the study file says')
    .option('--dataset <file>', 'file of instances that holds the one it is of; else as the study file says')
    .option('--instance <id>', 'the instance it is of, where neither it nor the study says so')
    .option('--against <path>', 'print both side by side, aligned by files touched and tests run')
    .option('--filter <words>', 'of a folder: only those that answer, for example outcome:unresolved')
    .option('--id <instance>', 'which one, where it holds several: its instance, or its number')
    .option('--json', 'print one JSON document; with --steps JSON lines')
    .action((path: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<TrajectoryOptions>();
      const [one, other] = (['steps', 'signals', 'at', 'replay', 'against'] as const).filter(
        (name) => options[name] !== undefined,
      );
      if (other !== undefined) command.error(`error: --${one} and --${other} print different things: name one of them`);
      if (options.patch && options.at === undefined) command.error('error: --patch needs --at: after which step?');
      if (options.test && options.at === undefined) command.error('error: --test needs --at: after which step?');
      if (options.restoreTests && !options.test) command.error('error: --restore-tests belongs to --test');
      const ofReplay = (['backend', 'image', 'endpoint', 'yes'] as const).find((name) => options[name] !== undefined);
      if (!options.replay && !options.test && ofReplay)
        command.error(`error: --${ofReplay} belongs to --replay or --test`);
      return run(path, options);
    });
};
