import { readFile, stat } from 'node:fs/promises';
import { InputFault } from '../../core/shared/problem';

const mostBytes = 256 * 1024 * 1024;

/** The text of a file of replies. Throws InputFault where it isn't there or can't be read. */
export const readReplyFile = async (path: string): Promise<string> => {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new InputFault(`${path} is no file. A model's replies are read from one file.`);
    if (found.size > mostBytes) throw new InputFault(`${path} is over 256 MiB and isn't read.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof InputFault) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new InputFault(`There is no file ${path}. A model's replies are read from it.`);
    throw new InputFault(`${path} can't be read (${message}).`);
  }
};
