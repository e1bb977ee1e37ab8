import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import type { BaseFiles } from '../../core/workspace/workspaces';
import { noTargetSettings, type TargetSettings } from '../evaluation/target';
import { instanceTarget } from '../instanceTarget';
import { studyOfDataset } from '../openInstanceStudy';
import { stepBase } from '../trajectory/stepBase';
import type { ForkGround } from './planFork';

export interface GroundPorts {
  readonly files: FilePort;
  readonly baseFiles: BaseFiles;
}

/** A place whose instance is known: a fork needs its image and base. */
export interface KnownPlace extends TrajectoryPlace {
  readonly instance: NonNullable<TrajectoryPlace['instance']>;
  readonly datasetPath: string;
}

/** Throws InputFault where no dataset at hand holds the trajectory's instance. */
export const knownPlace = (place: TrajectoryPlace): KnownPlace => {
  const { instance, instanceId, datasetPath } = place;
  if (instance !== null && datasetPath !== null) return { ...place, instance, datasetPath };
  throw new InputFault(
    `No dataset at hand holds ${instanceId === null ? 'its instance' : `the instance ${instanceId}`}, so its image and base are not known. Open the study, or name the dataset (--dataset, --instance).`,
  );
};

/** Where the files of a fork come from, by the study around its dataset and what a person set. */
export const forkGround = async (
  ports: GroundPorts,
  place: KnownPlace,
  settings: Partial<TargetSettings>,
  isContained: boolean,
): Promise<ForkGround> => {
  const all = { ...noTargetSettings, ...settings };
  const hints = { explicit: all.repository, repositories: all.repositories };
  const base = await stepBase(ports, place, hints);
  const study = await studyOfDataset(ports.files, place.datasetPath);
  const { testbed } = await instanceTarget(ports.files, place.datasetPath, place.instance, study, all);
  return { place, base, testbed, isContained };
};
