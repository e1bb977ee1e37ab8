import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyLibraries, librariesOf } from './hostLibraries';
import { layerPath } from './layerPaths';

const wrapper = `#!/bin/sh
exec ${layerPath}/runtime/ld.so --library-path ${layerPath}/runtime/lib "$@"
`;

/** Brings this machine's GNU C library and its companions into a layer, for a program of its own. */
export const addNativeRuntime = async (folder: string): Promise<void> => {
  await copyLibraries(await librariesOf(['/bin/sh']), path.join(folder, 'runtime'));
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'bin', 'native'), wrapper);
  for (const file of ['runtime/ld.so', 'bin/native']) await chmod(path.join(folder, file), 0o755);
};
