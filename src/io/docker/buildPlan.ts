import { createHash } from 'node:crypto';
import path from 'node:path';
import { dockerfileBases, dockerfileRuns } from '../../core/run/container/dockerfileText';
import type { ImageRecipe, ImageRequest } from '../../core/run/container/engine';
import { badPackage, recipeDockerfile, recipeWords } from '../../core/run/container/recipeDockerfile';
import { EnvironmentFault } from '../../core/shared/problem';
import { type ContextEntry, contextHash, folderContext, readDockerfile } from './buildContext';
import { copiedEntries } from './buildCopies';
import { type ImageName, parseImageName } from './imageName';

const version = 1;

/** What is to be built, before anything was asked or done. */
export interface BuildPlan {
  /** Named after `key`, so that what went into it can be told from the name. */
  readonly name: ImageName;
  /** Hash of all that goes in but the bases' own content. */
  readonly key: string;
  /** References of the images that it stands on. */
  readonly bases: readonly string[];
  readonly entries: readonly ContextEntry[];
  readonly dockerfile: string;
  readonly steps: readonly string[];
  readonly network: boolean;
  readonly platform: string | null;
  /** What building means, for the question; the same for every base commit. */
  readonly what: string;
  readonly skipped: readonly string[];
}

const hashOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

type Parts = Omit<BuildPlan, 'name' | 'key' | 'platform'>;

const finished = async (request: ImageRequest, parts: Parts): Promise<BuildPlan> => {
  const platform = request.platform ?? null;
  const context = await contextHash(parts.entries);
  const key = hashOf(`build ${version}`, parts.dockerfile, String(parts.network), platform ?? '', context);
  const name = parseImageName(`${parseImageName(request.image).repository}:${key.slice(0, 16)}`);
  return { ...parts, platform, key, name };
};

const shortened = (words: string): string => (words.length > 2000 ? `${words.slice(0, 2000)} ...` : words);

const planDockerfile = async (request: ImageRequest, recipe: NonNullable<ImageRequest['dockerfile']>) => {
  const { folder, name, text } = await readDockerfile(recipe);
  const { entries, skipped } = await folderContext(folder, name);
  const bases = dockerfileBases(text);
  const runs = dockerfileRuns(text).map((command) => JSON.stringify(command));
  const running = runs.length === 0 ? '' : `, running ${runs.join(', ')}`;
  const what = `by ${path.relative(recipe.root, recipe.path)}, on ${bases.join(', ') || 'nothing'}${running}, with the network`;
  return finished(request, {
    bases,
    entries,
    dockerfile: name,
    steps: [],
    network: true,
    what: shortened(what),
    skipped,
  });
};

/** `base`: what the recipe's own base is called on the engine; the host's image has been made by then. */
const planRecipe = async (request: ImageRequest, recipe: ImageRecipe, base: string, signal?: AbortSignal) => {
  const isHost = recipe.base === 'host';
  const bad = isHost ? null : badPackage(recipe.packages);
  if (bad !== null)
    throw new EnvironmentFault('image', `\`build.packages\`: ${JSON.stringify(bad)} is no package's name.`);
  parseImageName(base);
  const dockerfile = recipeDockerfile(base, isHost ? { ...recipe, packages: [] } : recipe);
  const bytes = new TextEncoder().encode(dockerfile.text);
  const copies = await copiedEntries(recipe.copy ?? [], request.copyFrom, signal);
  return finished(request, {
    bases: [base],
    entries: [{ path: 'Dockerfile', mode: 0o644, content: { kind: 'bytes', bytes } }, ...copies],
    dockerfile: 'Dockerfile',
    steps: dockerfile.steps,
    network: recipe.network ?? true,
    what: shortened(recipeWords(recipe)),
    skipped: [],
  });
};

/** Reads all that a request wants built. Throws EnvironmentFault('image') with what is wrong in it. */
export const planBuild = (request: ImageRequest, hostBase: string | null, signal?: AbortSignal): Promise<BuildPlan> => {
  if (request.dockerfile) return planDockerfile(request, request.dockerfile);
  if (request.recipe === null) throw new EnvironmentFault('image', `Nothing says how ${request.image} is built.`);
  return planRecipe(request, request.recipe, hostBase ?? request.recipe.base, signal);
};
