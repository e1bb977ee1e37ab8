import { InputFault } from '../../core/shared/problem';
import type { RepositorySource } from '../../core/workspace/repositorySource';
import type { BaseFile, BaseFiles } from '../../core/workspace/workspaces';
import { defaultContext, type GitContext, mirrorWith } from './mirror';
import { type GitEnd, mustRun } from './runGit';

const capBytes = 16 * 1024 * 1024;
const listsKept = 4;

interface Listing {
  readonly mirror: string;
  readonly files: ReadonlyMap<string, BaseFile>;
}

/**
 * Files at base by `ls-tree` and `cat-file` from the mirror. Reading asks no host: an address serves once it is mirrored,
 * else InputFault says how. Keeps the lists of the last four commits at hand.
 */
export const gitBaseFiles = (context: GitContext = defaultContext()): BaseFiles => {
  const lists = new Map<string, Promise<Listing>>();
  const listingOf = async (source: RepositorySource, commit: string, signal?: AbortSignal): Promise<Listing> => {
    const key = JSON.stringify([source, commit]);
    // The long part, the fetch, can be ended by who asked for it; the list itself is shared and short.
    if (!lists.has(key)) await mirrorWith({ source, commit, signal, offline: true }, context);
    const made = lists.get(key) ?? readListing(source, commit, context);
    lists.delete(key);
    lists.set(key, made);
    made.catch(() => lists.delete(key));
    for (const old of [...lists.keys()].slice(0, -listsKept)) lists.delete(old);
    return made;
  };
  return {
    list: async (source, commit, signal) => [...(await listingOf(source, commit, signal)).files.values()],
    read: async (source, commit, path, signal) => {
      const { mirror, files } = await listingOf(source, commit, signal);
      const file = files.get(path);
      return file === undefined || file.bytes === null ? null : readObject(mirror, file, context, signal);
    },
  };
};

const readListing = async (source: RepositorySource, commit: string, context: GitContext): Promise<Listing> => {
  const mirror = await mirrorWith({ source, commit, offline: true }, context);
  const args = ['--git-dir', mirror, 'ls-tree', '-r', '-l', '-z', '--full-tree', commit];
  const end = await mustRun(context.run, { args, cwd: mirror, trusts: mirror }, 'listing base');
  return { mirror, files: new Map(readLines(end).map((file) => [file.path, file])) };
};

const kinds: Readonly<Record<string, BaseFile['kind']>> = {
  '100644': 'file',
  '100755': 'executable',
  '120000': 'link',
  '160000': 'submodule',
};

/** Reads `ls-tree -l -z`: `mode type object size TAB path NUL`; old trees hold other modes of files too. */
const readLines = (end: GitEnd): readonly BaseFile[] => {
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(end.stdout).split('\0').filter(Boolean);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , object = '', size = '-'] = line.slice(0, tab).split(/ +/);
    const bytes = size === '-' ? null : Number(size);
    return { path: line.slice(tab + 1), kind: kinds[mode] ?? 'file', bytes, object };
  });
};

const readObject = async (
  mirror: string,
  file: BaseFile,
  context: GitContext,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  if ((file.bytes ?? 0) > capBytes)
    throw new InputFault(`${file.path} holds ${file.bytes} bytes at base; files above ${capBytes} aren't shown.`);
  const args = ['--git-dir', mirror, 'cat-file', 'blob', file.object];
  return (await mustRun(context.run, { args, cwd: mirror, trusts: mirror, signal }, `reading ${file.path}`)).stdout;
};
