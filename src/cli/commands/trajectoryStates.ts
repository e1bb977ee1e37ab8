import { resolve } from 'node:path';
import { FilesAtSteps } from '../../app/trajectory/filesAtStep';
import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';
import { readStep } from '../../app/trajectory/readStep';
import { runStates } from '../../app/trajectory/runStates';
import { stepBase } from '../../app/trajectory/stepBase';
import { trajectoryHash } from '../../app/trajectory/trajectoryHash';
import { trajectoryPlaceOnDisk } from '../../app/trajectory/trajectoryPlace';
import { InputFault } from '../../core/shared/problem';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitBaseFiles } from '../../io/git/baseFiles';
import { cacheFolder } from '../../io/store/cacheFolder';
import { hashPieces } from '../../io/store/hashPieces';
import { replayStore } from '../../io/store/replayStore';
import { sha256 } from '../../io/store/sha256';
import { typedSource } from '../repositoryOption';
import { printPatch, printStep, printStepJson } from './trajectoryStep';

/** What says where a trajectory's base files are. */
export interface StateOptions {
  readonly repo?: string;
  readonly dataset?: string;
  readonly instance?: string;
}

export const placeOfTrajectory = (opened: OpenedTrajectory, options: StateOptions): Promise<TrajectoryPlace> =>
  trajectoryPlaceOnDisk({ files: nodeFiles, sha256 }, opened.path, opened.head, {
    ...(options.dataset === undefined ? {} : { datasetPath: resolve(options.dataset) }),
    ...(options.instance === undefined ? {} : { instanceId: options.instance }),
  });

/** The files after each step, over the repository that is named or that the study knows. */
export const statesOf = async (
  opened: OpenedTrajectory,
  place: TrajectoryPlace,
  options: StateOptions,
): Promise<FilesAtSteps> => {
  const explicit = options.repo === undefined ? null : typedSource(options.repo);
  const ports = { files: nodeFiles, baseFiles: gitBaseFiles() };
  const base = await stepBase(ports, place, { explicit, repositories: {} });
  const replay = await replayStore(cacheFolder()).read(await trajectoryHash(hashPieces, opened));
  return new FilesAtSteps(opened, base, replay, await runStates(nodeFiles, hashPieces, opened));
};

export interface AtOptions extends StateOptions {
  readonly at: number;
  readonly patch?: boolean;
  readonly json?: boolean;
}

/** `--at K`: the step in full, or with `--patch` the patch after it; with `--json` both. */
export const printAt = async (opened: OpenedTrajectory, options: AtOptions): Promise<void> => {
  const entry = opened.entries[options.at - 1];
  if (entry === undefined)
    throw new InputFault(`${opened.path}: there is no step ${options.at}; it has ${opened.entries.length}.`);
  if (!options.patch && !options.json) return printStep(await readStep(opened, entry));
  const states = await statesOf(opened, await placeOfTrajectory(opened, options), options);
  const state = await states.at(options.at);
  if (!options.json) return printPatch(state);
  await printStepJson(await readStep(opened, entry), state);
  if (options.patch && state.source === 'unknown') process.exitCode = 1;
};
