import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Files below one folder, by names that may come from outside: none leaves it, also not over a link. */
export class FilesBelow {
  constructor(private readonly folder: string) {}

  /** Absolute path of a file below; its folder is made. Throws InputFault for a name that leaves it. */
  async pathOf(name: string): Promise<string> {
    const parts = name.split('/');
    if (
      name.includes('\0') ||
      name.includes('\\') ||
      parts.some((part) => part === '' || part === '.' || part === '..')
    )
      throw new InputFault(`${JSON.stringify(name)} is no name of a file below ${this.folder}.`);
    const file = path.join(this.folder, ...parts);
    await this.#guarded(file, async () => {
      await mkdir(path.dirname(file), { recursive: true });
    });
    const [root, real] = await Promise.all([realpath(this.folder), realpath(path.dirname(file))]);
    if (real !== root && !real.startsWith(`${root}${path.sep}`))
      throw new InputFault(`${file} leads out of ${this.folder} over a link.`);
    return file;
  }

  /** Whole and at once. Not flushed: after a crash of the machine the state before may stand there. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const file = await this.pathOf(name);
    const beside = `${file}.${randomBytes(4).toString('hex')}.part`;
    await this.#guarded(file, async () => {
      try {
        await writeFile(beside, content, { flag: 'wx' });
        await rename(beside, file);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    });
  }

  async append(name: string, content: string | Uint8Array): Promise<void> {
    const file = await this.pathOf(name);
    await this.#guarded(file, () => appendFile(file, content));
  }

  async drop(name: string): Promise<void> {
    const file = await this.pathOf(name);
    await this.#guarded(file, () => rm(file, { force: true }));
  }

  async #guarded(file: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      throw new EnvironmentFault('disk', `${file} could not be written: ${wordsOf(error)}.`);
    });
  }
}
