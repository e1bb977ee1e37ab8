import path from 'node:path';
import type Docker from 'dockerode';
import type { ImageHooks, ImageRequest } from '../../core/run/container/engine';
import { withLock } from '../git/lock';
import { cacheFolder } from '../store/cacheFolder';
import { buildImage } from './buildImage';
import { type BuildPlan, planBuild } from './buildPlan';
import { hostImageKey } from './hostImage';
import type { ImageConsent } from './imageConsent';
import type { ImageKeeping } from './imageKeeping';
import { basesLabel, imageLabel, recipeLabel } from './imageLabels';
import { inspectImage, isOfPlatform, type LocalImage } from './localImage';

/** What building stands on. */
export interface BuildPorts {
  readonly docker: Docker;
  readonly consent: ImageConsent;
  readonly keeping: ImageKeeping;
  /** Makes a base be there. */
  prepare(request: ImageRequest): Promise<LocalImage>;
}

/** The recipe's base `host` with commands on top is an image of its own below them. */
const hostBase = async ({ recipe }: ImageRequest, prepare: BuildPorts['prepare']): Promise<string | null> => {
  if (recipe?.base !== 'host') return null;
  const image = `touchstone/host:${(await hostImageKey(recipe.packages)).slice(0, 16)}`;
  const own = { base: 'host', packages: recipe.packages };
  return (await prepare({ image, recipe: own, namedByData: false })).reference;
};

const idsOf = async ({ docker }: BuildPorts, { bases }: BuildPlan): Promise<string | null> => {
  const found = await Promise.all(bases.map((base) => inspectImage(docker, base)));
  return found.some((image) => image === null) ? null : found.map((image) => image?.id ?? '').join(',');
};

/** The image of an earlier build, if what went in is the same; bases that are gone by now can't have changed. */
const builtBefore = async (ports: BuildPorts, plan: BuildPlan): Promise<LocalImage | null> => {
  const present = await inspectImage(ports.docker, plan.name.reference);
  if (present === null || present.labels[recipeLabel] !== plan.key) return null;
  const bases = await idsOf(ports, plan);
  return bases === null || present.labels[basesLabel] === bases ? present : null;
};

const logFileOf = ({ name }: BuildPlan): string =>
  path.join(cacheFolder(), 'builds', `${name.repository.replaceAll('/', '-')}-${name.tag}.log`);

const build = async (ports: BuildPorts, plan: BuildPlan, hooks: ImageHooks, signal?: AbortSignal) => {
  const before = await builtBefore(ports, plan);
  if (before !== null) return before;
  const labels = {
    [imageLabel]: plan.name.reference,
    [recipeLabel]: plan.key,
    [basesLabel]: (await idsOf(ports, plan)) ?? '',
  };
  const replaced = await inspectImage(ports.docker, plan.name.reference);
  const onLeft = (layer: string) => ports.keeping.left(layer);
  const order = { ...plan, labels, logFile: logFileOf(plan) };
  await buildImage(ports.docker, order, { onProgress: hooks.onProgress, onLeft }, signal);
  if (replaced !== null) await ports.keeping.left(replaced.id);
  return inspectImage(ports.docker, plan.name.reference);
};

/**
 * Makes sure that what a recipe or Dockerfile says is built: the same recipe with the same files on the same bases is
 * built once, also where several processes ask at the same time. Asked first where data said it. Null where the engine
 * has no image after all.
 */
export const builtImage = async (
  ports: BuildPorts,
  request: ImageRequest,
  hooks: ImageHooks,
  signal?: AbortSignal,
): Promise<LocalImage | null> => {
  const base = await hostBase(request, ports.prepare);
  const plan = await planBuild(request, base, signal);
  for (const skipped of plan.skipped) hooks.onProgress(`${plan.name.repository}: left out ${skipped}`);
  const before = await builtBefore(ports, plan);
  if (before !== null) return before;
  if (request.namedByData) await ports.consent.build(plan.name, plan.what, hooks);
  const { platform } = plan;
  if (base === null)
    for (const image of plan.bases)
      await ports.prepare({ image, recipe: null, platform, namedByData: request.namedByData });
  await ports.keeping.checkSpace(plan.name.reference, hooks);
  const lock = path.join(cacheFolder(), 'builds', `${plan.key.slice(0, 32)}.lock`);
  const image = await withLock(lock, () => build(ports, plan, hooks, signal), signal);
  if (image === null) return null;
  if (!isOfPlatform(image, platform)) hooks.onProgress(`${image.reference} is ${image.platform}, not ${platform}`);
  await ports.keeping.made(image, 'built');
  await ports.keeping.keepToBudget(hooks);
  return image;
};
