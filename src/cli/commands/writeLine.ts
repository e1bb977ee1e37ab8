import { once } from 'node:events';

/** Writes a text as it is and waits where the reader is slower; false where the reader has gone (`| head`). */
export const writeText = async (text: string): Promise<boolean> => {
  if (process.stdout.destroyed || process.stdout.errored) return false;
  if (process.stdout.write(text)) return true;
  try {
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]);
  } catch {
    return false;
  }
  return !process.stdout.destroyed;
};

/** The same of a line. */
export const writeLine = (text: string): Promise<boolean> => writeText(`${text}\n`);
