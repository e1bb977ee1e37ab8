import type { Instance } from '../../core/instance/instance';
import type { DockerfileRecipe } from '../../core/run/container/engine';
import type { FilePort } from '../../core/shared/files';
import { joinPath } from '../../core/study/studyPath';
import { findTaskFolders } from './findTaskFolders';

/** Where tasks keep the Dockerfile of their image: Harbor in a folder of its own, the others at the top. */
const places = ['environment/Dockerfile', 'Dockerfile'];

const placeIn = ({ extra }: Instance): string | null => {
  const files = extra['files'];
  return Array.isArray(files) ? (places.find((place) => files.includes(place)) ?? null) : null;
};

/** Whether an instance is a folder that says how its image is built. */
export const hasDockerfile = (instance: Instance): boolean => placeIn(instance) !== null;

const folderNameOf = ({ id, extra }: Instance): string => (typeof extra['folder'] === 'string' ? extra['folder'] : id);

/** The folders by name; a name that two of them have tells neither. */
const byName = (tasks: readonly { readonly name: string; readonly path: string }[]): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>();
  for (const { name } of tasks) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(tasks.filter(({ name }) => counts.get(name) === 1).map(({ name, path }) => [name, path]));
};

/** The Dockerfile of an instance that is a folder; null for all others, and where its folder can't be told. */
export type DockerfileOf = (instance: Instance) => DockerfileRecipe | null;

/** Looks where the tasks of a dataset lie, if any of them has a Dockerfile. */
export const taskDockerfiles = async (
  files: FilePort,
  datasetPath: string,
  instances: readonly Instance[],
  signal?: AbortSignal,
): Promise<DockerfileOf> => {
  if (!instances.some(hasDockerfile)) return () => null;
  const folders = byName((await findTaskFolders(files, datasetPath, signal))?.tasks ?? []);
  return (instance) => {
    const place = placeIn(instance);
    const root = folders.get(folderNameOf(instance));
    return place === null || root === undefined ? null : { path: joinPath(root, place), root };
  };
};
