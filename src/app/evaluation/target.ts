import { imageOf, workdirOf } from '../../core/dataset/imageOf';
import type { Instance } from '../../core/instance/instance';
import type { ImageRequest } from '../../core/run/container/engine';
import { InputFault } from '../../core/shared/problem';
import { type Environment, environmentFor } from '../../core/study/environment';
import { holdsKey, keyOfEnvironment } from '../../core/study/environmentFaults';
import { parseRepositorySource, publicSource, type RepositorySource } from '../../core/workspace/repositorySource';
import type { DockerfileOf } from '../taskFolders/taskDockerfiles';
import type { EvaluationTarget } from './request';

/** The person's own words on where things are; they stand before the study file, which stands before the row. */
export interface TargetSettings {
  /** Image by instance id or repository. */
  readonly images: Readonly<Record<string, string>>;
  /** Test command by repository. */
  readonly testCommands: Readonly<Record<string, string>>;
  /** Source by repository: an address, a folder, a bundle, or `owner/name` of the public host. */
  readonly repositories: Readonly<Record<string, string>>;
  /** For all instances, as given on the command line. */
  readonly repository: RepositorySource | null;
}

export const noTargetSettings: TargetSettings = { images: {}, testCommands: {}, repositories: {}, repository: null };

const own = (map: Readonly<Record<string, string>>, key: string | null): string | null =>
  key !== null && Object.hasOwn(map, key) ? (map[key] ?? null) : null;

/** Part of an image's name: what registries take, whatever the study calls its environment. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'environment';

const copyFromOf = (instance: Instance, source: RepositorySource | null, environment: Environment) =>
  environment.build?.copy?.length && source !== null && instance.baseCommit !== null
    ? { copyFrom: { source, commit: instance.baseCommit, keepOut: environment.keepOut ?? [] } }
    : {};

/** An image that is built; null where the environment has a ready one, or leaves it to the row. */
const builtOf = (
  instance: Instance,
  environment: Environment,
  source: RepositorySource | null,
): ImageRequest | null => {
  const { build, dockerfile, workdir } = environment;
  const image = `touchstone/${slug(environment.id)}`;
  if (dockerfile) return { image, recipe: null, dockerfile, namedByData: true };
  if (build === null) return null;
  const { copy, setup } = build;
  if (build.base === 'host' && !copy?.length && !setup?.length)
    return { image: instance.image ?? `${image}:host`, recipe: build, namedByData: true };
  return { image, recipe: { ...build, workdir }, ...copyFromOf(instance, source, environment), namedByData: true };
};

const requestOf = (
  instance: Instance,
  settings: TargetSettings,
  environment: Environment | null,
  source: RepositorySource | null,
  dockerfileOf: DockerfileOf,
): ImageRequest | null => {
  const platform = environment?.platform ? { platform: environment.platform } : {};
  const said = own(settings.images, instance.id) ?? own(settings.images, instance.repo);
  if (said !== null) return { image: said, recipe: null, ...platform, namedByData: false };
  const built = environment === null ? null : builtOf(instance, environment, source);
  if (built !== null) return { ...built, ...platform };
  const named = environment?.image ?? instance.image;
  const dockerfile = named === null || named === '' ? dockerfileOf(instance) : null;
  if (dockerfile !== null)
    return { image: `touchstone/task-${slug(instance.id)}`, recipe: null, dockerfile, ...platform, namedByData: true };
  const image = environment?.image ?? imageOf(instance)?.name ?? null;
  return image === null ? null : { image, recipe: null, ...platform, namedByData: true };
};

const sourceOf = (instance: Instance, settings: TargetSettings, environment: Environment | null) => {
  if (settings.repository !== null) return settings.repository;
  const said = own(settings.repositories, instance.repo);
  if (said === null) return environment?.repository ?? null;
  const parsed = /^[\w.-]+\/[\w.-]+$/.test(said) ? publicSource(said) : parseRepositorySource(said);
  if (!parsed.ok) throw new InputFault(`touchstone.repositories "${instance.repo}": ${parsed.error}`);
  return parsed.value;
};

const testbedOf = (instance: Instance, environment: Environment | null): string => {
  const folder = environment?.workdir ?? workdirOf(instance);
  if (/^(?:\/[\w.-]+)+$/.test(folder) && !/\/\.{1,2}(?:\/|$)/.test(folder)) return folder;
  throw new InputFault(`environments "${environment?.id}": workdir ${JSON.stringify(folder)} is no absolute folder.`);
};

const refuseKeys = (environment: Environment | null, { repo }: Instance, testCommand: string | null): void => {
  const fault = environment === null ? null : keyOfEnvironment(environment);
  if (fault !== null) throw new InputFault(fault);
  if (testCommand !== null && holdsKey(testCommand))
    throw new InputFault(`The test command of ${repo} holds what looks like a key; keys never enter containers.`);
};

/**
 * Where and how an instance is run: the person's settings, else the first matching environment of the study file,
 * else the row, else the published naming rule. Throws InputFault for a setting that is no
 * repository, for a working folder that is none, and for what looks like a key.
 */
export const evaluationTarget = (
  instance: Instance,
  settings: TargetSettings,
  environments: readonly Environment[],
  datasetId: string | null,
  dockerfileOf: DockerfileOf = () => null,
): EvaluationTarget => {
  const environment = environmentFor(environments, instance, datasetId);
  const testCommand = own(settings.testCommands, instance.repo) ?? environment?.test ?? null;
  refuseKeys(environment, instance, testCommand);
  const repository = sourceOf(instance, settings, environment);
  return {
    image: requestOf(instance, settings, environment, repository, dockerfileOf),
    repository,
    testbed: testbedOf(instance, environment),
    env: environment?.env ?? {},
    testCommand,
    parser: environment?.parser ?? null,
    coverage: environment?.coverage ?? null,
  };
};
