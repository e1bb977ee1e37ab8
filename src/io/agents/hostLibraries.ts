import { existsSync, realpathSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { EnvironmentFault } from '../../core/shared/problem';

/** The loader and the libraries that a program of this machine asks for, by the names by which it asks. */
export interface HostLibraries {
  readonly loader: string;
  readonly libraries: ReadonlyMap<string, string>;
}

/** What wheels may take for granted (manylinux) beside what the interpreter asks for itself. */
const usual = [
  ...['libstdc++.so.6', 'libgcc_s.so.1', 'libm.so.6', 'libdl.so.2', 'librt.so.1', 'libpthread.so.0', 'libutil.so.1'],
  ...['libresolv.so.2', 'libz.so.1', 'libnss_files.so.2', 'libnss_dns.so.2'],
];

const line = /^\s*(?:(\S+) => )?(\/\S+) \(0x/;

/**
 * Asks `ldd`, which runs a program's loader: only ever given this machine's own programs. Throws
 * EnvironmentFault('program') where they have no loader of the GNU C library: then no other machine could run them.
 */
export const librariesOf = async (files: readonly string[]): Promise<HostLibraries> => {
  const { stdout } = await execa('ldd', [...files], { reject: false, stdin: 'ignore', env: { LC_ALL: 'C' } });
  const libraries = new Map<string, string>();
  let loader: string | null = null;
  for (const text of stdout.split('\n')) {
    const [, name, file] = line.exec(text) ?? [];
    if (file === undefined) continue;
    if (path.basename(file).startsWith('ld-linux')) loader = file;
    else libraries.set(name ?? path.basename(file), file);
  }
  const libc = libraries.get('libc.so.6');
  if (loader === null || libc === undefined)
    throw new EnvironmentFault(
      'program',
      `${files[0]} asks for no GNU C library (is this Alpine or macOS?), so it can't be brought into a container. Make layers on a Linux machine with glibc.`,
    );
  for (const name of usual) {
    const file = path.join(path.dirname(libc), name);
    if (!libraries.has(name) && existsSync(file)) libraries.set(name, file);
  }
  return { loader, libraries };
};

/** Puts them into `<folder>/lib` and the loader at `<folder>/ld.so`. */
export const copyLibraries = async ({ loader, libraries }: HostLibraries, folder: string): Promise<void> => {
  await mkdir(path.join(folder, 'lib'), { recursive: true });
  await copyFile(realpathSync(loader), path.join(folder, 'ld.so'));
  for (const [name, file] of libraries) await copyFile(realpathSync(file), path.join(folder, 'lib', name));
};
