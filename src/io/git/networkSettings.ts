import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { RepositorySource } from '../../core/workspace/repositorySource';

const asked = '^(http|credential|url|ssh)\\.|^core\\.(sshcommand|askpass)$';

/**
 * What a fetch gets beside the neutral environment. For a host: the user's own settings for proxies, certificates,
 * credential helpers, ssh and address rewriting, read from their global and system config and handed over by
 * environment (never on a command line, where others could read them). For a local folder: leave to read one that
 * belongs to another user, by a config that says so for this path alone.
 */
export const networkSettings = (source: RepositorySource, cache: string): Promise<Record<string, string>> =>
  source.kind === 'url' ? ofUser() : ofFolder(source.path, cache);

const ofFolder = async (path: string, cache: string): Promise<Record<string, string>> => {
  const folder = join(cache, 'trust');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.gitconfig`);
  const quoted = [path, join(path, '.git')].map((each) => `\tdirectory = ${JSON.stringify(each)}\n`);
  await writeFile(file, `[safe]\n${quoted.join('')}`);
  return { GIT_CONFIG_GLOBAL: file };
};

const ofUser = async (): Promise<Record<string, string>> => {
  const args = (scope: string) => ['config', scope, '--includes', '-z', '--get-regexp', asked];
  const read = (scope: string) =>
    execa('git', args(scope), { reject: false, stdin: 'ignore', cwd: '/', stripFinalNewline: false });
  const ends = await Promise.all([read('--system'), read('--global')]);
  const pairs = ends.flatMap((end) => (end.exitCode === 0 ? (end.stdout ?? '').split('\0').filter(Boolean) : []));
  return asEnvironment(pairs.map((pair) => [pair.split('\n', 1)[0] ?? '', pair.slice(pair.indexOf('\n') + 1)]));
};

const asEnvironment = (pairs: readonly (readonly [string, string])[]): Record<string, string> => {
  const numbered = pairs.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(pairs.length), ...Object.fromEntries(numbered) };
};
