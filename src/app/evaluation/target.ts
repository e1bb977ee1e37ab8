import { imageOf, workdirOf } from '../../core/dataset/imageOf';
import type { Instance } from '../../core/instance/instance';
import type { ImageRequest } from '../../core/run/container/engine';
import { InputFault } from '../../core/shared/problem';
import type { Environment } from '../../core/study/environment';
import { parseRepositorySource, publicSource, type RepositorySource } from '../../core/workspace/repositorySource';
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

const matches = ({ match }: Environment, instance: Instance, datasetId: string | null): boolean =>
  (match.dataset === undefined || match.dataset === datasetId) &&
  (match.repo === undefined || match.repo === instance.repo) &&
  (match.instances === undefined || match.instances.includes(instance.id));

const requestOf = (
  instance: Instance,
  settings: TargetSettings,
  environment: Environment | null,
): ImageRequest | null => {
  const said = own(settings.images, instance.id) ?? own(settings.images, instance.repo);
  if (said !== null) return { image: said, recipe: null, namedByData: false };
  if (environment !== null && environment.build !== null) {
    const name = instance.image ?? `touchstone/${environment.id}:host`;
    return { image: name, recipe: environment.build, namedByData: true };
  }
  const named = environment?.image ?? imageOf(instance)?.name ?? null;
  return named === null ? null : { image: named, recipe: null, namedByData: true };
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

/**
 * Where and how an instance is run: the person's settings, else the first matching environment of the study file,
 * else the row, else the published naming rule. Throws InputFault for a setting that is no
 * repository and for a working folder that is none.
 */
export const evaluationTarget = (
  instance: Instance,
  settings: TargetSettings,
  environments: readonly Environment[],
  datasetId: string | null,
): EvaluationTarget => {
  const environment = environments.find((one) => matches(one, instance, datasetId)) ?? null;
  return {
    image: requestOf(instance, settings, environment),
    repository: sourceOf(instance, settings, environment),
    testbed: testbedOf(instance, environment),
    env: environment?.env ?? {},
    testCommand: own(settings.testCommands, instance.repo) ?? environment?.test ?? null,
    parser: environment?.parser ?? null,
  };
};
