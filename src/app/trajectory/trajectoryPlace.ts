import type { Instance } from '../../core/instance/instance';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { instanceRuns } from '../../core/study/instanceRuns';
import { type PlacedHead, type PlacingStudy, TrajectoryPlacing } from '../../core/study/placeTrajectory';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { openStudy } from '../openStudy';
import type { CataloguePorts } from '../openStudyRuns';
import { readInstance } from '../readDatasetInstance';
import { studyAbove } from '../studyAbove';

export interface PlacePorts {
  readonly files: FilePort;
  /** In place of reading the dataset anew: out of what is kept. */
  readonly readInstance?: (datasetPath: string, instanceId: string) => Promise<Instance | null>;
}

const withInstance = async (ports: PlacePorts, place: TrajectoryPlace): Promise<TrajectoryPlace> => {
  const { datasetPath, instanceId } = place;
  if (datasetPath === null || instanceId === null) return place;
  const read = ports.readInstance ?? ((path: string, id: string) => readInstance(ports.files, path, id));
  return { ...place, instance: await read(datasetPath, instanceId) };
};

/** What an opened study knows of a trajectory at an absolute path; fields are null where it knows nothing. */
export const trajectoryPlace = (
  ports: PlacePorts,
  study: PlacingStudy,
  path: string,
  head: PlacedHead,
): Promise<TrajectoryPlace> => withInstance(ports, new TrajectoryPlacing(study).place(path, head));

const unplaced = ({ instanceId, model }: PlacedHead): TrajectoryPlace => ({
  studyFolder: null,
  datasetPath: null,
  instanceId,
  instance: null,
  runId: null,
  model,
  attempt: null,
  predictionsPath: null,
  outcome: null,
  evaluationFolder: null,
});

/** The instance out of a dataset that was named, whatever the study says. */
const ofDataset = async (
  { files }: PlacePorts,
  place: TrajectoryPlace,
  datasetPath: string,
): Promise<TrajectoryPlace> => {
  const { instanceId } = place;
  if (instanceId === null)
    throw new InputFault(
      'Neither the trajectory nor its file name says which instance it is of; name it by --instance.',
    );
  const instance = await readInstance(files, datasetPath, instanceId);
  if (instance === null) throw new InputFault(`${datasetPath} has no instance "${instanceId}". Check --dataset.`);
  return { ...place, datasetPath, instance };
};

/** What is said on the command line in place of the study. */
export interface PlaceWords {
  /** Absolute path of a dataset. */
  readonly datasetPath?: string;
  readonly instanceId?: string;
}

/**
 * The same with the study whose file stands above the trajectory, and with what is said in its place. Without a study
 * and a dataset only the file's own words are known. Throws InputFault where a dataset is named that has no such instance.
 */
export const trajectoryPlaceOnDisk = async (
  ports: CataloguePorts,
  path: string,
  said: PlacedHead,
  words: PlaceWords = {},
): Promise<TrajectoryPlace> => {
  const head = { ...said, instanceId: words.instanceId ?? said.instanceId };
  const above = await studyAbove(ports.files, path);
  const catalogue = above && (await openStudy(ports, above.folder));
  const placing = catalogue && new TrajectoryPlacing({ catalogue, rows: instanceRuns(catalogue) });
  const place = placing?.place(path, head) ?? unplaced(head);
  return words.datasetPath === undefined ? withInstance(ports, place) : ofDataset(ports, place, words.datasetPath);
};
