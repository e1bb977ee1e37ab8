import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { lstat, open, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { linkEscapes } from '../../core/patch/patchPath';
import { type DockerIgnore, readDockerIgnore } from '../../core/run/container/dockerIgnore';
import type { DockerfileRecipe } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';

const mostBytes = 1024 ** 3;
const mostEntries = 100_000;

/** One entry of what is sent to the engine, by its path in the context. */
export interface ContextEntry {
  readonly path: string;
  readonly mode: number;
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'file'; readonly source: string; readonly size: number }
    | { readonly kind: 'folder' }
    | { readonly kind: 'link'; readonly target: string };
}

export interface BuildContext {
  readonly entries: readonly ContextEntry[];
  /** What was left out but for `.dockerignore`, and why. */
  readonly skipped: readonly string[];
}

const tooMuch = (folder: string, what: string): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `The folder ${folder} is sent to the engine as a whole and holds ${what}. Give the Dockerfile a folder of its own, ` +
      'or leave files out by a .dockerignore.',
  );

class ContextWalk {
  readonly entries: ContextEntry[] = [];
  readonly skipped: string[] = [];
  #bytes = 0;

  constructor(
    private readonly root: string,
    private readonly ignore: DockerIgnore,
    private readonly always: ReadonlySet<string>,
  ) {}

  async walk(below: string): Promise<void> {
    const names = (await readdir(path.join(this.root, below))).sort();
    for (const name of names) await this.#take(below === '' ? name : `${below}/${name}`);
  }

  async #take(file: string): Promise<void> {
    const ignored = this.ignore.ignores(file) && !this.always.has(file);
    const full = path.join(this.root, file);
    const found = await lstat(full);
    if (ignored && !(found.isDirectory() && this.ignore.hasExceptions)) return;
    const mode = found.mode & 0o7777;
    if (found.isDirectory()) {
      if (!ignored) this.#add({ path: file, mode, content: { kind: 'folder' } });
      await this.walk(file);
    } else if (found.isSymbolicLink()) this.#link(file, mode, await readlink(full));
    else if (found.isFile()) {
      this.#bytes += found.size;
      if (this.#bytes > mostBytes) throw tooMuch(this.root, 'more than 1 GiB');
      this.#add({ path: file, mode, content: { kind: 'file', source: full, size: found.size } });
    } else this.skipped.push(`${file}: neither a file nor a folder`);
  }

  #link(file: string, mode: number, target: string): void {
    if (linkEscapes(file, target)) this.skipped.push(`${file}: a link that leaves the folder`);
    else this.#add({ path: file, mode, content: { kind: 'link', target } });
  }

  #add(entry: ContextEntry): void {
    if (this.entries.length >= mostEntries) throw tooMuch(this.root, `more than ${mostEntries} files`);
    this.entries.push(entry);
  }
}

const readIgnore = async (folder: string, dockerfile: string): Promise<DockerIgnore> => {
  for (const name of [`${dockerfile}.dockerignore`, '.dockerignore']) {
    const file = path.join(folder, name);
    const found = await lstat(file).catch(() => null);
    if (found?.isFile() && found.size <= 1024 ** 2) return readDockerIgnore(await readFile(file, 'utf8'));
  }
  return readDockerIgnore('');
};

/** The Dockerfile and its folder as they really lie; throws where a link leads them out of the study's or task's. */
const placeOf = async ({ path: file, root }: DockerfileRecipe) => {
  const real = await realpath(file).catch(() => null);
  if (real === null) throw new EnvironmentFault('image', `There is no Dockerfile ${file}.`);
  const folder = await realpath(path.dirname(file));
  const home = await realpath(root);
  const leaves = [real, folder].find((place) => place !== home && !place.startsWith(home + path.sep));
  if (leaves !== undefined || !real.startsWith(folder + path.sep))
    throw new EnvironmentFault('image', `${file} leads out of ${root} over a link; nothing is built of it.`);
  return { real, folder };
};

const dockerfileBytes = 1024 ** 2;

/** Where a Dockerfile lies, and its text. Throws EnvironmentFault('image') where it is missing or leads elsewhere. */
export const readDockerfile = async (recipe: DockerfileRecipe) => {
  const { real, folder } = await placeOf(recipe);
  const found = await lstat(real);
  if (!found.isFile() || found.size > dockerfileBytes)
    throw new EnvironmentFault('image', `${recipe.path} is no file of at most 1 MiB.`);
  return { folder, name: path.relative(folder, real).split(path.sep).join('/'), text: await readFile(real, 'utf8') };
};

/**
 * Everything of a Dockerfile's folder that its `.dockerignore` lets through, sorted by path: at most 1 GiB and 100,000
 * entries. Links are kept as links and never followed; those that leave the folder stay out, as do what people said
 * (`.touchstone`) and git's own folder.
 */
export const folderContext = async (folder: string, dockerfile: string): Promise<BuildContext> => {
  const ignore = await readIgnore(folder, dockerfile);
  const own: DockerIgnore = {
    hasExceptions: ignore.hasExceptions,
    ignores: (file) => /^(?:\.touchstone|\.git)(?:\/|$)/.test(file) || ignore.ignores(file),
  };
  const walk = new ContextWalk(folder, own, new Set([dockerfile, '.dockerignore']));
  await walk.walk('');
  return { entries: walk.entries, skipped: walk.skipped };
};

const hashFile = async (source: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(source, { flags: 'r' }), hash);
  return hash.digest('hex');
};

const stampOf = async ({ path: file, mode, content }: ContextEntry): Promise<string> => {
  const executable = (mode & 0o111) !== 0;
  const of = {
    bytes: async () =>
      createHash('sha256')
        .update((content as { bytes: Uint8Array }).bytes)
        .digest('hex'),
    file: () => hashFile((content as { source: string }).source),
    folder: async () => '',
    link: async () => (content as { target: string }).target,
  };
  return JSON.stringify([file, content.kind, executable, await of[content.kind]()]);
};

/** Changes with any path, content, link or right to execute; not with times and owners. */
export const contextHash = async (entries: readonly ContextEntry[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(`${await stampOf(entry)}\n`);
  return hash.digest('hex');
};

const addFile = async (archive: Pack, head: { name: string; mode: number; mtime: Date }, source: string) => {
  const handle = await open(source, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  const { size } = await handle.stat();
  const end = size === 0 ? {} : { end: size - 1 };
  await pipeline(handle.createReadStream(end), archive.entry({ ...head, size }));
};

const writeEntries = async (archive: Pack, entries: readonly ContextEntry[]): Promise<void> => {
  for (const { path: name, mode, content } of entries) {
    const head = { name, mode, mtime: new Date(0) };
    if (content.kind === 'folder') archive.entry({ ...head, name: `${name}/`, type: 'directory' });
    else if (content.kind === 'link') archive.entry({ ...head, type: 'symlink', linkname: content.target });
    else if (content.kind === 'bytes') archive.entry(head, Buffer.from(content.bytes));
    else await addFile(archive, head, content.source);
  }
  archive.finalize();
};

/** The context as the engine takes it: a tar stream, with times of zero so that the same files are the same bytes. */
export const contextArchive = (entries: readonly ContextEntry[]): Pack => {
  const archive = pack();
  writeEntries(archive, entries).catch((error: unknown) => archive.destroy(error as Error));
  return archive;
};
