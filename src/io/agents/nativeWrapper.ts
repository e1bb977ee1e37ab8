import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { layerPath } from './layerPaths';

const wrapper = `#!/bin/sh
exec ${layerPath}/runtime/ld.so --library-path ${layerPath}/runtime/lib "$@"
`;

/** A program of its own may use the GNU C library that came with Node, on images that have none or an older one. */
export const addNativeWrapper = async (folder: string): Promise<void> => {
  const file = path.join(folder, 'bin', 'native');
  await writeFile(file, wrapper);
  await chmod(file, 0o755);
};
