import { realpathSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyLibraries, librariesOf } from './hostLibraries';
import { layerPath } from './layerPaths';

/**
 * A program that is started by a loader of its own is, for the kernel, that loader: Node would start its workers with
 * it. The environment stays as the image has it, so that the agent's own commands run with the image's libraries.
 */
const preload = `process.execPath = process.argv0 = '${layerPath}/bin/node';\n`;

const wrapper = `#!/bin/sh
r=${layerPath}/runtime
exec "$r/ld.so" --library-path "$r/lib" "$r/node" --require "$r/self.cjs" "$@"
`;

/** Brings this machine's Node with its libraries into a layer; it runs on images of any C library, as they are. */
export const addNodeRuntime = async (folder: string, node: string): Promise<void> => {
  const runtime = path.join(folder, 'runtime');
  const program = realpathSync(node);
  await copyLibraries(await librariesOf([program]), runtime);
  await copyFile(program, path.join(runtime, 'node'));
  await writeFile(path.join(runtime, 'self.cjs'), preload);
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'bin', 'node'), wrapper);
  for (const file of ['runtime/node', 'runtime/ld.so', 'bin/node']) await chmod(path.join(folder, file), 0o755);
};
