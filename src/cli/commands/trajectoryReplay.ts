import { instanceTarget } from '../../app/instanceTarget';
import { studyOfDataset } from '../../app/openInstanceStudy';
import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import type { ReplayPlace } from '../../app/trajectory/replaySandbox';
import { type ReplayHooks, replayTrajectory } from '../../app/trajectory/replayTrajectory';
import type { ReplayedStep, ReplayRecord } from '../../core/run/trajectory/replay/replayRecord';
import { replayedWords, replayWords } from '../../core/run/trajectory/replay/replayWords';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitWorkspaceFiles } from '../../io/git/workspaceFiles';
import { openEngine } from '../../io/jobs/openEngine';
import { openSessions } from '../../io/jobs/openSessions';
import { cacheFolder } from '../../io/store/cacheFolder';
import { hashPieces } from '../../io/store/hashPieces';
import { replayStore } from '../../io/store/replayStore';
import { imageQuestions } from '../imageQuestions';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { typedSource } from '../repositoryOption';
import { say } from '../say';
import { placeOfTrajectory, type StateOptions } from './trajectoryStates';
import { writeLine } from './writeLine';

export interface ReplayOptions extends StateOptions {
  readonly backend?: 'docker' | 'local';
  readonly image?: string;
  readonly endpoint?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `--image`, `--repo` and `--dataset` before the study file around the trajectory. */
const placeOf = async (opened: OpenedTrajectory, options: ReplayOptions): Promise<ReplayPlace> => {
  const { instance, datasetPath } = await placeOfTrajectory(opened, options);
  const isContained = options.backend !== 'local';
  const repository = options.repo === undefined ? null : typedSource(options.repo);
  const image = options.image === undefined ? null : { image: options.image, recipe: null, namedByData: false };
  if (instance === null || datasetPath === null)
    return { instance, isContained, target: { image, repository, testbed: '/testbed', env: {} } };
  const study = await studyOfDataset(nodeFiles, datasetPath);
  const images = options.image === undefined ? {} : { [instance.id]: options.image };
  const target = await instanceTarget(nodeFiles, datasetPath, instance, study, { images, repository });
  return { instance, isContained, target };
};

const printStep = async (step: ReplayedStep): Promise<void> => {
  await writeLine(printable(`${String(step.idx).padStart(5)}  ${replayedWords(step)}`));
};

const print = async (record: ReplayRecord, json: boolean): Promise<void> => {
  if (json) await writeLine(jsonText(record, 2));
  else for (const line of replayWords(record)) await writeLine(printable(line));
  const parted = [record.finalPatch, ...record.steps.map(({ repeated }) => repeated)];
  if (parted.some(({ kind }) => kind === 'parted')) process.exitCode = 1;
};

const hooksOf = (options: ReplayOptions): ReplayHooks => ({
  onProgress: (text) => (text.startsWith('Step ') ? undefined : say(text)),
  onNote: say,
  onStep: (step) => (options.json ? undefined : void printStep(step)),
  ...imageQuestions(options.yes ?? false),
});

const portsOf = async (options: ReplayOptions) => {
  const backend = options.backend ?? 'docker';
  return {
    engine: await openEngine(backend, options.endpoint ?? null),
    sessions: await openSessions(backend, options.endpoint ?? null),
    files: gitWorkspaceFiles(),
    store: replayStore(cacheFolder()),
    hash: hashPieces,
    now: Date.now,
  };
};

/** `--replay`: runs its commands again, a line a step, then whether it came to the recorded patch. */
export const printReplay = async (opened: OpenedTrajectory, options: ReplayOptions): Promise<void> => {
  const stop = new AbortController();
  const interrupted = () =>
    stop.abort(new InputFault('Stopped. The sandbox is removed; nothing of the replay is kept.'));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const place = await placeOf(opened, options);
    if (!place.isContained)
      say('The local backend is no sandbox: the recorded commands run as you, on this machine, with its network.');
    const record = await replayTrajectory(await portsOf(options), opened, place, hooksOf(options), stop.signal);
    await print(record, options.json === true);
  } finally {
    process.removeListener('SIGINT', interrupted);
    process.removeListener('SIGTERM', interrupted);
  }
};
