import { realpathSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { EnvironmentFault } from '../../core/shared/problem';
import { copyLibraries, librariesOf } from './hostLibraries';
import { layerPath } from './layerPaths';

/** This machine's Python as it says of itself. */
export interface HostPython {
  /** The program, links followed. */
  readonly program: string;
  /** `3.11` */
  readonly version: string;
  readonly stdlib: string;
}

const ask = `import json, os, sys, sysconfig
print(json.dumps([os.path.realpath(sys.executable), '%d.%d' % sys.version_info[:2], sysconfig.get_paths()['stdlib']]))`;

/** Asks the `python3` of the PATH. Throws EnvironmentFault('program') where there is none. */
export const findPython = async (): Promise<HostPython> => {
  const asked = await execa('python3', ['-I', '-c', ask], { reject: false, stdin: 'ignore', timeout: 20_000 });
  if (asked.exitCode !== 0)
    throw new EnvironmentFault('program', 'This agent needs python3 on this machine to be installed; there is none.');
  const [program, version, stdlib] = JSON.parse(asked.stdout) as [string, string, string];
  return { program, version, stdlib };
};

/** Of the standard library, what no agent needs. */
const leftOut = /^(site-packages|dist-packages|test|tests|idlelib|tkinter|turtledemo|lib2to3|ensurepip|config-.*)$/;

/** The landmark `lib/pythonX.Y` beside `bin` tells Python where it lives: no variable, which the agent's own commands would inherit. */
const wrapperOf = (version: string): string => `#!/bin/sh
r=${layerPath}/runtime
exec "$r/ld.so" --library-path "$r/lib" "${layerPath}/python/bin/python${version}" -I "$@"
`;

/** Where packages go, below the layer. */
export const sitePackages = ({ version }: HostPython): string => `python/lib/python${version}/site-packages`;

const extensionsOf = async (stdlib: string): Promise<string[]> => {
  const folder = path.join(stdlib, 'lib-dynload');
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.so')).map((name) => realpathSync(path.join(folder, name)));
};

/** Brings this machine's Python, its standard library and their libraries into a layer. */
export const addPythonRuntime = async (folder: string, python: HostPython): Promise<void> => {
  const home = path.join(folder, 'python');
  const library = path.join(home, 'lib', `python${python.version}`);
  await copyLibraries(
    await librariesOf([python.program, ...(await extensionsOf(python.stdlib))]),
    path.join(folder, 'runtime'),
  );
  await mkdir(path.join(home, 'bin'), { recursive: true });
  await copyFile(python.program, path.join(home, 'bin', `python${python.version}`));
  await cp(python.stdlib, library, {
    recursive: true,
    dereference: true,
    // Compiled modules are good for the time of their source alone.
    preserveTimestamps: true,
    filter: (file) => path.dirname(file) !== python.stdlib || !leftOut.test(path.basename(file)),
  });
  await mkdir(path.join(folder, sitePackages(python)), { recursive: true });
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'bin', 'python'), wrapperOf(python.version));
  for (const file of ['bin/python', 'runtime/ld.so', `python/bin/python${python.version}`])
    await chmod(path.join(folder, file), 0o755);
};
