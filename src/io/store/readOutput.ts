import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../core/shared/problem';

/** VS Code opens no text document above 50 MiB, and folds none above 20 MiB by default; beyond this both ends are read. */
const largestShown = 40 * 1024 * 1024;

/** Test output of an evaluation's folder; of one above 40 MiB its ends, with what is missing said between them. */
export const readOutput = async (folder: string, instanceId: string): Promise<Uint8Array> => {
  const file = join(folder, 'test_output.txt');
  const { size } = await stat(file).catch(() => {
    throw new InputFault(`${file}: there is no test output; evaluate ${instanceId} first.`);
  });
  const handle = await open(file, 'r');
  try {
    if (size <= largestShown) return await handle.readFile();
    const half = largestShown / 2;
    const head = Buffer.alloc(half);
    const tail = Buffer.alloc(half);
    await handle.read(head, 0, half, 0);
    await handle.read(tail, 0, half, size - half);
    const said = `\n\n[Touchstone: ${size - 2 * half} bytes in the middle are not shown. The whole file: ${file}]\n\n`;
    return Buffer.concat([head, Buffer.from(said), tail]);
  } finally {
    await handle.close();
  }
};
