import type { Instance } from '../core/instance/instance';
import { InputFault } from '../core/shared/problem';
import { type Environment, environmentFor } from '../core/study/environment';
import { parseRepositorySource, type RepositorySource } from '../core/workspace/repositorySource';

/** Where a repository may be said to come from, the first that says something wins, from the top. */
export interface SourceHints {
  /** Named for this opening. */
  readonly explicit?: RepositorySource | null;
  /** The person's setting: path, bundle or address by instance id or by `owner/name`. */
  readonly repositories?: Readonly<Record<string, string>>;
  /** The study file's blocks; paths absolute. */
  readonly environments?: readonly Environment[];
  /** Id of the dataset in the study file, for `match.dataset`. */
  readonly datasetId?: string | null;
}

const ofSettings = (instance: Instance, repositories: Readonly<Record<string, string>>): RepositorySource | null => {
  const key = [instance.id, instance.repo].find((each) => each !== null && Object.hasOwn(repositories, each));
  const text = key === undefined || key === null ? undefined : repositories[key];
  if (text === undefined) return null;
  const source = parseRepositorySource(text);
  if (!source.ok) throw new InputFault(`The setting touchstone.repositories["${key}"]: ${source.error}`);
  return source.value;
};

/**
 * Where the instance's repository comes from; null where nothing says so. A row's `repo` alone is never an address:
 * the public host is asked only where a person gave `publicSource` as `explicit`.
 */
export const sourceOfInstance = (instance: Instance, hints: SourceHints): RepositorySource | null => {
  if (hints.explicit) return hints.explicit;
  const set = ofSettings(instance, hints.repositories ?? {});
  if (set !== null) return set;
  return environmentFor(hints.environments ?? [], instance, hints.datasetId ?? null)?.repository ?? null;
};
