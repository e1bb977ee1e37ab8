import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import { execa } from 'execa';
import { type Pack, pack } from 'tar-stream';
import { EnvironmentFault } from '../../core/shared/problem';
import { findPrograms } from './hostPrograms';
import { HostTree, type TreeEntry } from './hostTree';
import { imageLabel } from './imageLabels';
import type { ImageName } from './imageName';
import { readProgress } from './progressStream';

/** Label with the recipe's key, by which a present image is known to be up to date. */
export const keyLabel = 'dev.touchstone.host-image';
const recipeVersion = 2;

const usualPath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The image's PATH: the usual folders and wherever else the programs lie on this machine. */
const searchPath = (programs: readonly string[]): string =>
  [...new Set([...usualPath, ...programs.map((file) => path.dirname(file))])].join(':');

const smallFiles: Readonly<Record<string, string>> = {
  'etc/passwd': 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n',
  'etc/group': 'root:x:0:\nnogroup:x:65534:\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

const emptyFolders: readonly (readonly [string, number])[] = [
  ['etc/', 0o755],
  ['root/', 0o700],
  ['tmp/', 0o1777],
  ['var/', 0o755],
  ['var/tmp/', 0o1777],
  ['home/', 0o755],
];

const checkHost = (): void => {
  if (process.platform !== 'linux')
    throw new EnvironmentFault('image', "An image from this machine's own programs needs Linux; use --backend local.");
};

const stamp = (file: string): string => {
  const real = realpathSync(file);
  const { size, mtimeMs } = statSync(real);
  return `${real}:${size}:${mtimeMs}`;
};

/** Changes when a program that would enter the image changes on this machine; takes milliseconds. */
export const hostImageKey = async (packages: readonly string[]): Promise<string> => {
  checkHost();
  const found = findPrograms(packages);
  const parts = [`recipe ${recipeVersion}`, ...found.files.map(stamp), ...found.packages];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
};

/** `ldd` runs a program's loader: only ever given files of this machine's own PATH and packages. */
const librariesOf = async (files: readonly string[]): Promise<string[]> => {
  if (files.length === 0) return [];
  const { stdout } = await execa('ldd', [...files], { reject: false, stdin: 'ignore', env: { LC_ALL: 'C' } });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map((match) => match[1] ?? '').filter((file) => file !== '');
};

const isElf = (file: string): boolean => {
  const magic = Buffer.alloc(4);
  try {
    const handle = openSync(file, 'r');
    readSync(handle, magic, 0, 4, 0);
    closeSync(handle);
  } catch {
    return false;
  }
  return magic.toString('latin1') === '\u007fELF';
};

const packageFiles = async (name: string): Promise<string[]> => {
  const listed = await execa('dpkg', ['-L', '--', name], { reject: false, stdin: 'ignore' });
  if (listed.exitCode !== 0)
    throw new EnvironmentFault(
      'image',
      `"${name}" is neither a program on the PATH nor a Debian package installed here; install it on this machine.`,
    );
  return listed.stdout.split('\n').filter((file) => file.startsWith('/') && !file.startsWith('/usr/share/doc/'));
};

/** git's own programs and templates lie beside it, where `git --exec-path` says. */
const addGit = async (tree: HostTree): Promise<string[]> => {
  const { stdout } = await execa('git', ['--exec-path'], { stdin: 'ignore' });
  const programs = ['git-remote-https', 'git-remote-http', 'git-http-fetch', 'git-http-push', 'git-imap-send'];
  const files = readdirSync(stdout)
    .filter((name) => !programs.includes(name))
    .map((name) => path.join(stdout, name));
  for (const file of files) tree.add(file);
  return files;
};

const collect = async (packages: readonly string[]): Promise<HostTree> => {
  const tree = new HostTree();
  const found = findPrograms(packages);
  const ofPackages = (await Promise.all(found.packages.map(packageFiles))).flat();
  const files = [...found.files, ...ofPackages, ...(await addGit(tree))];
  for (const file of files) tree.add(file);
  const elf = files.filter((file) => existsSync(file) && statSync(file).isFile() && isElf(file));
  for (const library of await librariesOf(elf)) tree.add(library);
  // Scripts name their shell by its old place, which is a link on a merged /usr.
  for (const shell of ['/bin/sh', '/bin/bash', '/usr/bin/env']) tree.add(shell);
  for (const loader of ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1']) tree.add(loader);
  if (existsSync('/usr/lib/locale/C.utf8')) tree.addFolder('/usr/lib/locale/C.utf8');
  return tree;
};

const addEntry = async (archive: Pack, { path: file, stat, link }: TreeEntry): Promise<void> => {
  const base = { name: file.slice(1), mode: stat.mode & 0o7777, mtime: new Date(0), uid: 0, gid: 0 };
  if (link !== null) archive.entry({ ...base, type: 'symlink', linkname: link });
  else if (stat.isDirectory()) archive.entry({ ...base, name: `${base.name}/`, type: 'directory' });
  else if (stat.isFile()) await pipeline(createReadStream(file), archive.entry({ ...base, size: stat.size }));
};

const writeArchive = async (archive: Pack, tree: HostTree): Promise<void> => {
  for (const entry of tree.entries()) await addEntry(archive, entry);
  const taken = new Set(tree.entries().map((entry) => `${entry.path.slice(1)}/`));
  for (const [name, mode] of emptyFolders) if (!taken.has(name)) archive.entry({ name, type: 'directory', mode });
  for (const [name, text] of Object.entries(smallFiles)) archive.entry({ name, mode: 0o644 }, text);
  archive.finalize();
};

/**
 * Makes an image from this machine's own programs: bash, coreutils, git, patch and what `packages` names, with the
 * libraries that they ask for, in the host's layout. Seconds, and no registry. Throws EnvironmentFault('image').
 */
export const buildHostImage = async (
  docker: Docker,
  name: ImageName,
  packages: readonly string[],
  key: string,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> => {
  checkHost();
  onProgress(`Building ${name.reference} from this machine's own programs`);
  const archive = pack();
  writeArchive(archive, await collect(packages)).catch((error: unknown) => archive.destroy(error as Error));
  const stream = await docker.importImage(archive as never, {
    // Podman reads no tag beside the name, and one label a line.
    repo: `${name.repository}:${name.tag}`,
    changes: [
      `ENV PATH=${searchPath(findPrograms(packages).files)}`,
      'WORKDIR /',
      `LABEL ${keyLabel}=${key}`,
      `LABEL ${imageLabel}=${name.reference}`,
    ],
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  const error = await readProgress(stream as AsyncIterable<Uint8Array>, () => undefined);
  if (error !== null) throw new EnvironmentFault('image', `The image ${name.reference} could not be built: ${error}`);
};
