import type { Instance } from '../../core/instance/instance';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import { describeSource, type RepositorySource } from '../../core/workspace/repositorySource';
import type { BaseFiles } from '../../core/workspace/workspaces';
import { instanceTarget } from '../instanceTarget';
import { sourceOfInstance } from '../openInstanceSource';
import { studyOfDataset } from '../openInstanceStudy';

/** The files that a trajectory's edits are replayed over, or why there are none. */
export type StepBase =
  | {
      readonly kind: 'files';
      readonly commit: string;
      readonly source: RepositorySource;
      /** Where the repository stands in the instance's image. */
      readonly testbed: string;
      /** Text by path; null: base has no such file. Throws InputFault for what is no text that edits could be of. */
      readonly read: (path: string) => Promise<string | null>;
      /** Paths of all its files. */
      readonly all: () => Promise<readonly string[]>;
      /** Those at or below a path. */
      readonly below: (path: string) => Promise<readonly string[]>;
    }
  | {
      readonly kind: 'none';
      /** Sentences with the way out. */
      readonly why: string;
      /** Whether another repository would help. */
      readonly wantsRepository: boolean;
    };

export interface StepBasePorts {
  readonly files: FilePort;
  readonly baseFiles: BaseFiles;
}

/** Where a person said that repositories are. */
export interface StepBaseHints {
  readonly explicit: RepositorySource | null;
  /** The setting, by instance id or `owner/name`. */
  readonly repositories: Readonly<Record<string, string>>;
}

const none = (why: string, wantsRepository = false): StepBase => ({ kind: 'none', why, wantsRepository });

const mostKept = 300;

/** Bytes as the text that they are; what is none is said, for an edit of it can't be followed. */
const textOf = (path: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InputFault(`${path} is no UTF-8 text at base`);
  }
};

const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
};

/** Base files by path, each read once; links and submodules are no files that an edit could be of. */
const reader = ({ baseFiles }: StepBasePorts, source: RepositorySource, commit: string) => {
  const kept = new Map<string, Promise<string | null>>();
  const kinds = baseFiles.list(source, commit).then((list) => new Map(list.map(({ path, kind }) => [path, kind])));
  const read = async (path: string): Promise<string | null> => {
    const known = await kinds;
    const kind = known.get(path);
    const link = foldersOf(path).find((folder) => known.has(folder));
    if (link !== undefined) throw new InputFault(`${path} stands below ${link}, which is a ${known.get(link)} at base`);
    if (kind === undefined) return null;
    if (kind === 'link' || kind === 'submodule') throw new InputFault(`${path} is a ${kind} at base`);
    const bytes = await baseFiles.read(source, commit, path);
    return bytes === null ? null : textOf(path, bytes);
  };
  return async (path: string): Promise<string | null> => {
    const found = kept.get(path) ?? read(path);
    kept.delete(path);
    kept.set(path, found);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    return found;
  };
};

const hintsOf = async (files: FilePort, datasetPath: string | null) =>
  datasetPath === null ? null : studyOfDataset(files, datasetPath);

const withSource = async (
  ports: StepBasePorts,
  place: TrajectoryPlace,
  instance: Instance,
  hints: StepBaseHints,
): Promise<StepBase> => {
  const commit = instance.baseCommit;
  if (commit === null) return none(`The instance ${instance.id} has no base_commit.`);
  const study = await hintsOf(ports.files, place.datasetPath);
  const source = sourceOfInstance(instance, { ...study?.hints, ...hints });
  if (source === null) return none(`No repository is known for ${instance.id}. Name one.`, true);
  try {
    await ports.baseFiles.list(source, commit);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const where = `${commit.slice(0, 12)} is looked for in ${describeSource(source)}`;
    return none(`Base commit not in the clone. Name another repository. (${where}: ${said})`, true);
  }
  const testbed =
    study === null || place.datasetPath === null
      ? '/testbed'
      : (await instanceTarget(ports.files, place.datasetPath, instance, study, {})).testbed;
  const all = async () => (await ports.baseFiles.list(source, commit)).map(({ path }) => path);
  const below = async (path: string) => (await all()).filter((each) => each === path || each.startsWith(`${path}/`));
  return { kind: 'files', commit, source, testbed, read: reader(ports, source, commit), all, below };
};

/**
 * The base files of the instance that a trajectory is of, out of its repository; never asks a host. Where there are
 * none the reason says what would help. Throws InputFault for a setting that is no repository.
 */
export const stepBase = async (
  ports: StepBasePorts,
  place: TrajectoryPlace,
  hints: StepBaseHints,
): Promise<StepBase> => {
  const { instance, instanceId, datasetPath } = place;
  if (instance !== null) return withSource(ports, place, instance, hints);
  if (instanceId === null)
    return none('Neither a study nor the trajectory says which instance it is of. Name a dataset.');
  if (datasetPath === null) return none(`No dataset at hand holds the instance ${instanceId}. Name one.`);
  return none(`${datasetPath} holds no instance ${instanceId}. Name another dataset.`);
};
