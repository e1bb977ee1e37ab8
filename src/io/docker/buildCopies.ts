import type { ImageRequest } from '../../core/run/container/engine';
import { copiesFolder, copiesList } from '../../core/run/container/recipeDockerfile';
import { EnvironmentFault } from '../../core/shared/problem';
import { globMatcher } from '../../core/study/glob';
import type { BaseFile } from '../../core/workspace/workspaces';
import { gitBaseFiles } from '../git/baseFiles';
import type { ContextEntry } from './buildContext';

const mostBytes = 64 * 1024 ** 2;
const mostFiles = 10_000;

type CopyFrom = NonNullable<ImageRequest['copyFrom']>;

/** Paths come from a repository, which is outside data. */
const isSafe = (path: string): boolean =>
  !/[\0\n\r\\]/.test(path) && path.split('/').every((part) => !['', '.', '..', '.git'].includes(part));

const chosen = (
  patterns: readonly string[],
  files: readonly BaseFile[],
  { commit, keepOut }: CopyFrom,
): readonly BaseFile[] => {
  const found = new Map<string, BaseFile>();
  const keptOut = keepOut.map(globMatcher);
  for (const pattern of patterns) {
    const matches = globMatcher(pattern);
    const hits = files.filter(({ path, kind }) => (kind === 'file' || kind === 'executable') && matches(path));
    if (hits.length === 0)
      throw new EnvironmentFault(
        'image',
        `\`build.copy\`: "${pattern}" is no file of the repository at ${commit.slice(0, 12)}.`,
      );
    for (const file of hits)
      if (isSafe(file.path) && !keptOut.some((fits) => fits(file.path))) found.set(file.path, file);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * The files that a recipe's `copy` names, as they are at the base commit, as entries of a build context. At most 64 MiB.
 * Throws EnvironmentFault('image') where a pattern finds nothing, or too much.
 */
export const copiedEntries = async (
  patterns: readonly string[],
  from: ImageRequest['copyFrom'],
  signal?: AbortSignal,
): Promise<readonly ContextEntry[]> => {
  if (patterns.length === 0) return [];
  if (!from)
    throw new EnvironmentFault('image', '`build.copy` needs a repository: name one in `environments[].repository`.');
  const base = gitBaseFiles();
  const files = chosen(patterns, await base.list(from.source, from.commit, signal), from);
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  if (bytes > mostBytes || files.length > mostFiles)
    throw new EnvironmentFault(
      'image',
      '`build.copy` names more than 64 MiB or 10,000 files; name only what setup needs.',
    );
  const entries: ContextEntry[] = [];
  for (const { path, kind } of files) {
    const read = await base.read(from.source, from.commit, path, signal);
    if (read === null) throw new EnvironmentFault('image', `\`build.copy\`: ${path} could not be read.`);
    const mode = kind === 'executable' ? 0o755 : 0o644;
    entries.push({ path: `${copiesFolder}/${path}`, mode, content: { kind: 'bytes', bytes: read } });
  }
  const list = new TextEncoder().encode(files.map(({ path }) => `${path}\n`).join(''));
  return [...entries, { path: copiesList, mode: 0o644, content: { kind: 'bytes', bytes: list } }];
};
