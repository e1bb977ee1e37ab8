import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputFault } from '../../core/shared/problem';
import { isCommit, objectFormat } from '../../core/workspace/commit';
import {
  canonicalSource,
  checkSource,
  describeSource,
  type RepositorySource,
} from '../../core/workspace/repositorySource';
import { cacheFolder } from '../store/cacheFolder';
import { makeWhole } from './atomicFolder';
import { withLock } from './lock';
import { networkSettings } from './networkSettings';
import { type GitCall, mustRun, type RunGit, runGit, textOf } from './runGit';

/** What the git adapter stands on; tests give another cache and another git. */
export interface GitContext {
  readonly cache: string;
  readonly run: RunGit;
}

export const defaultContext = (): GitContext => ({ cache: resolve(cacheFolder()), run: runGit });

export interface MirrorRequest {
  readonly source: RepositorySource;
  /** 40 or 64 hex digits; checked here. */
  readonly commit: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
  /** No host is asked: an address serves only from what is mirrored. Local folders and bundles are read all the same. */
  readonly offline?: boolean;
}

/**
 * The folder of a bare mirror of the source that holds the commit: made on first use, fetched again only where the
 * commit is missing. Throws InputFault (bad source or commit, missing commit) or EnvironmentFault (git, network, disk).
 */
export const mirrorWith = async (request: MirrorRequest, context: GitContext): Promise<string> => {
  const source = checkedSource(request);
  const folder = mirrorFolder(source, request.commit, context);
  if (await hasCommit(folder, request, context)) return folder;
  if (request.offline && source.kind === 'url') throw notMirrored(source, request.commit);
  await withLock(
    `${folder}.lock`,
    async () => {
      if (await hasCommit(folder, request, context)) return;
      await refuseShallow(source, request, context);
      if (await exists(folder)) await fetchInto(folder, source, request, context);
      else await makeWhole(folder, (path) => makeMirror(path, source, request, context));
      if (!(await hasCommit(folder, request, context))) await fetchCommit(folder, source, request, context);
    },
    request.signal,
  );
  return folder;
};

const notMirrored = (source: RepositorySource, commit: string): InputFault =>
  new InputFault(
    `Commit ${commit.slice(0, 12)} of ${describeSource(source)} isn't in the cache yet; open the instance as a workspace once to fetch it.`,
  );

const checkedSource = ({ source, commit }: MirrorRequest): RepositorySource => {
  const fault = checkSource(source);
  if (fault !== null) throw new InputFault(fault);
  if (!isCommit(commit))
    throw new InputFault(`base_commit ${JSON.stringify(commit.slice(0, 80))} isn't 40 or 64 hex digits.`);
  return source.kind === 'url' ? source : { kind: source.kind, path: resolve(source.path) };
};

const mirrorFolder = (source: RepositorySource, commit: string, context: GitContext): string => {
  const text = canonicalSource(source);
  const name = text
    .split(/[/\\:]/)
    .filter(Boolean)
    .slice(-2)
    .join('-');
  const readable = name
    .replace(/\.(git|bundle)$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 60);
  const hash = createHash('sha256')
    .update(`${objectFormat(commit)}\n${text}`)
    .digest('hex')
    .slice(0, 12);
  return join(context.cache, 'mirrors', `${readable || 'repository'}-${hash}.git`);
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const hasCommit = async (folder: string, request: MirrorRequest, context: GitContext): Promise<boolean> => {
  if (!(await exists(folder))) return false;
  const args = ['--git-dir', folder, 'cat-file', '-e', `${request.commit}^{commit}`];
  const end = await context.run({ args, cwd: folder, trusts: folder, signal: request.signal });
  return end.code === 0;
};

type Making = (folder: string, source: RepositorySource, request: MirrorRequest, context: GitContext) => Promise<void>;

const makeMirror: Making = async (folder, source, request, context) => {
  const format = `--object-format=${objectFormat(request.commit)}`;
  const args = ['init', '--quiet', '--bare', '--template=', format, '--', folder];
  await mustRun(context.run, { args, cwd: context.cache, signal: request.signal }, 'making the mirror');
  // Workspaces borrow these objects: none may ever be pruned, whatever is fetched or forced later.
  const keep = '[gc]\n\tauto = 0\n\tpruneExpire = never\n\treflogExpire = never\n[core]\n\tlogAllRefUpdates = false\n';
  await writeFile(join(folder, 'config'), `${await readFile(join(folder, 'config'), 'utf8')}${keep}`);
  await fetchInto(folder, source, request, context);
};

const fetchInto: Making = async (folder, source, request, context) => {
  const refs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
  const call = await fetchCall(folder, source, refs, request, context);
  await mustRun(context.run, call, `fetching ${describeSource(source)}`);
};

/**
 * The commits of a shallow clone name parents that aren't there: no history and no bundle can be made of them. Asked
 * before a fetch, since what came in would count as fetched.
 */
const refuseShallow = async (source: RepositorySource, { signal }: MirrorRequest, { run }: GitContext) => {
  if (source.kind !== 'path' || !(await isFolder(source.path))) return;
  const call = { args: ['rev-parse', '--is-shallow-repository'], cwd: source.path, trusts: source.path, signal };
  if (textOf(await run(call)) === 'true')
    throw new InputFault(
      `${describeSource(source)} is a shallow clone; run git fetch --unshallow in it and try again.`,
    );
};

/** Asks for the one commit by its id: on no branch (a rebased pull request), yet hosts keep and give it. */
const fetchCommit: Making = async (folder, source, request, context) => {
  const commit = request.commit.toLowerCase();
  const call = await fetchCall(folder, source, [`+${commit}:refs/touchstone/${commit}`], request, context);
  if (source.kind !== 'bundle') await context.run(call);
  if (await hasCommit(folder, request, context)) return;
  throw new InputFault(
    `${describeSource(source)} has no commit ${request.commit}. Give a clone or bundle that holds it, or check the row's repo and base_commit.`,
  );
};

const fetchCall = async (
  folder: string,
  source: RepositorySource,
  refs: readonly string[],
  request: MirrorRequest,
  context: GitContext,
): Promise<GitCall> => {
  const address = source.kind === 'url' ? source.url : source.path;
  const options = [
    '--progress',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--no-auto-gc',
    '--force',
  ];
  return {
    args: ['--git-dir', folder, 'fetch', ...options, '--', address, ...refs],
    cwd: folder,
    trusts: folder,
    env: await networkSettings(source, context.cache),
    signal: request.signal,
    onProgress: request.onProgress,
  };
};
