import { once } from 'node:events';

/** Writes one line and waits where the reader is slower; false where the reader has gone (`| head`). */
export const writeLine = async (text: string): Promise<boolean> => {
  if (process.stdout.destroyed || process.stdout.errored) return false;
  if (process.stdout.write(`${text}\n`)) return true;
  try {
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]);
  } catch {
    return false;
  }
  return !process.stdout.destroyed;
};
