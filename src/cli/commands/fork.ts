import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { noTargetSettings, type TargetSettings } from '../../app/evaluation/target';
import { forkGround, knownPlace } from '../../app/fork/forkGround';
import { forkLoop } from '../../app/fork/forkLoop';
import type { ForkOrigin } from '../../app/fork/forkOrigin';
import { forkReply } from '../../app/fork/forkReply';
import { forkRunId } from '../../app/fork/forkRunId';
import { type ForkWords, planFork } from '../../app/fork/planFork';
import { planModelRun } from '../../app/run/planModelRun';
import type { RunRequest } from '../../app/run/runRequest';
import { type OpenedTrajectory, openTrajectory } from '../../app/trajectory/openTrajectory';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitBaseFiles } from '../../io/git/baseFiles';
import { loadModels } from '../../io/providers/loadModels';
import { namedModel } from '../../io/providers/namedModel';
import { cacheFolder } from '../../io/store/cacheFolder';
import { hashPieces } from '../../io/store/hashPieces';
import { replayStore } from '../../io/store/replayStore';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { positive, positiveWhole } from '../numberOptions';
import { printable } from '../printable';
import { typedSource } from '../repositoryOption';
import { say } from '../say';
import { runFork } from './forkRun';
import { placeOfTrajectory } from './trajectoryStates';

export interface ForkOptions {
  readonly at: number;
  readonly hint?: string;
  readonly reply?: string;
  readonly showReply?: boolean;
  readonly model?: string;
  readonly agent?: string;
  readonly budget?: number;
  readonly out?: string;
  readonly run?: string;
  readonly approximate?: boolean;
  readonly backend?: 'docker' | 'local';
  readonly image?: string;
  readonly endpoint?: string;
  readonly yes?: boolean;
  readonly repo?: string;
  readonly dataset?: string;
  readonly instance?: string;
  readonly id?: string;
  readonly json?: boolean;
}

const textOf = async (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: Error) => {
    throw new InputFault(`--reply: ${path} can't be read (${error.message}).`);
  });

const wordsOf = async ({ at, hint, reply, approximate }: ForkOptions): Promise<ForkWords> => ({
  step: at,
  hint: hint ?? null,
  editedReply: reply === undefined ? null : await textOf(resolve(reply)),
  approximate: approximate === true,
});

const settingsOf = ({ repo, image }: ForkOptions, instanceId: string): TargetSettings => ({
  ...noTargetSettings,
  images: image === undefined ? {} : { [instanceId]: image },
  repository: repo === undefined ? null : typedSource(repo),
});

const modelOf = async (id: string | undefined, studyFolder: string | null) => {
  if (id === undefined)
    throw new InputFault('--model: which model goes on? "touchstone models" lists those that there are.');
  return namedModel(id, await loadModels(studyFolder), (file) => resolve(file));
};

/** The request of the fork's run, with what is said of it before it begins. */
const requestOf = async (
  opened: OpenedTrajectory,
  options: ForkOptions,
): Promise<{ readonly request: RunRequest; readonly origin: ForkOrigin }> => {
  const place = knownPlace(await placeOfTrajectory(opened, options));
  const settings = settingsOf(options, place.instance.id);
  const model = await modelOf(options.model, place.studyFolder);
  const isContained = options.backend !== 'local';
  const ground = await forkGround({ files: nodeFiles, baseFiles: gitBaseFiles() }, place, settings, isContained);
  const loop = await forkLoop(nodeFiles, options.agent ?? null, opened, isContained);
  const ports = { files: nodeFiles, hash: hashPieces, replays: replayStore(cacheFolder()) };
  const { agent, fork, notes, origin } = await planFork(ports, opened, ground, loop.config, await wordsOf(options));
  for (const note of [...loop.notes, ...notes]) say(note);
  const folder = options.out === undefined ? (place.studyFolder ?? null) : resolve(options.out);
  const wish = {
    ...{ datasetPath: place.datasetPath, instanceIds: [place.instance.id], agent, model, attempts: 1, folder },
    ...{ budgetUsd: options.budget ?? null, workers: 1, again: false, settings },
  };
  const parent = { runId: place.runId, path: opened.path };
  const runId = options.run ?? (await forkRunId(nodeFiles, folder ?? '', parent, options.at));
  const { requests } = await planModelRun(nodeFiles, { ...wish, runId });
  const [request] = requests;
  if (request === undefined) throw new InputFault('Nothing can be run.');
  return { request: { ...request, backend: options.backend ?? 'docker', fork }, origin };
};

/** Into a file as it is, for it is edited and read again; a terminal is not steered by it. */
const shown = (text: string): string => (process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text);

const fork = async (path: string, options: ForkOptions): Promise<void> => {
  const which = options.id === undefined ? {} : { which: options.id };
  const opened = await openTrajectory(openTrajectoryFiles, resolve(path), which);
  if (options.showReply) process.stdout.write(shown(await forkReply(opened, options.at)));
  else {
    const { request, origin } = await requestOf(opened, options);
    await runFork(request, origin, options);
  }
};

/** `touchstone fork`: another run from a step of a trajectory on. */
export const addForkCommand = (program: Command): void => {
  program
    .command('fork')
    .description(
      'go on from a step of a trajectory with a model: its messages and files up to there, a hint or another reply',
    )
    .argument('<path>', 'a trajectory of any format whose files after the step can be known')
    .requiredOption('--at <step>', 'after which step, as `trajectory --steps` counts', positiveWhole)
    .option('--model <id>', 'which model goes on; `touchstone models` lists them')
    .option(
      '--agent <id>',
      "by which loop: mini, swe-compass, quick, or a YAML file of mini-swe-agent; else the parent's own, or mini",
    )
    .option('--hint <text>', 'said to the model after that step, as a person would')
    .option('--reply <file>', "the step's reply, edited: its commands are run over the files as they stood before it")
    .option('--show-reply', "print the step's reply as --reply takes it, and run nothing")
    .option('--approximate', 'go on where the files are known only about; the record says so')
    .option('--budget <dollars>', 'stop before more is spent', positive)
    .option('--out <folder>', 'folder that gets runs/<run>; else that of the study')
    .option('--run <id>', 'name of the run; else <parent>-fork-<step>')
    .option('--id <instance>', 'which trajectory, where the file holds several')
    .option('--dataset <file>', 'file of instances that holds the one it is of; else as the study file says')
    .option('--instance <id>', 'the instance it is of, where neither it nor the study says so')
    .option('--repo <source>', 'clone or bundle of the repository; else as the study file says')
    .option('--image <image>', "in place of the instance's own")
    .addOption(
      new Option('--backend <kind>', 'docker (default), or local, which is no sandbox').choices(['docker', 'local']),
    )
    .option('--endpoint <address>', 'where the engine listens; else as the docker command would')
    .option('--yes', 'pull or build the image without asking')
    .option('--json', 'print one JSON document')
    .action((path: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ForkOptions>();
      if (options.hint !== undefined && options.reply !== undefined)
        command.error('error: a fork takes --hint or --reply, not both');
      return fork(path, options);
    });
};
