import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JudgeHead, JudgeLine, PairLine } from '../../core/review/judge/judgeLine';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { openForAppend } from './chainFile';
import { holdLock } from './heldLock';
import { writeTextFile } from './writeTextFile';

const mostBytes = 512 * 1024 * 1024;

const textOf = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new InputFault(`${path} can't be read (${error.message}).`);
  });
  if (text.length > mostBytes) throw new InputFault(`${path} is over 512 MiB and isn't read.`);
  return text;
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/**
 * The files of one judge of a study: `judge/<id>.jsonl` (answers, a line each), `judge/<id>.run.json` (settings) and
 * `judge/records/<id>.jsonl` (requests and replies as they went). Throws InputFault where the id can't name a file.
 */
export class JudgeFile {
  readonly path: string;
  readonly recordFile: string;
  private readonly headPath: string;
  private readonly lockPath: string;
  private last: Promise<void> = Promise.resolve();
  private isWhole = false;

  constructor(studyFolder: string, judge: string) {
    if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(judge))
      throw new InputFault(
        `judge "${judge}" can't name a file: use letters, digits, ".", "_", "-", at most 64 characters.`,
      );
    this.path = join(studyFolder, 'judge', `${judge}.jsonl`);
    this.headPath = join(studyFolder, 'judge', `${judge}.run.json`);
    this.lockPath = join(studyFolder, 'judge', `${judge}.lock`);
    this.recordFile = join(studyFolder, 'judge', 'records', `${judge}.jsonl`);
  }

  /** Does `work` while no other process asks for this judge. Throws EnvironmentFault where one does. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    const inUse = `Another process is asking for this judge's answers (${this.path}). Wait for it, or name another --judge.`;
    const { release } = await holdLock(this.lockPath, async () => undefined, inUse);
    try {
      return await work();
    } finally {
      await release();
    }
  }

  async read(): Promise<readonly unknown[]> {
    const lines = (await textOf(this.path)).split('\n').filter((line) => line.trim() !== '');
    return lines.map(parsed).filter((value) => value !== undefined);
  }

  async head(): Promise<JudgeHead | null> {
    const text = await textOf(this.headPath);
    if (text === '') return null;
    const value = parsed(text);
    const known = typeof value === 'object' && value !== null && 'settingsSha256' in value && 'settings' in value;
    if (!known) throw new InputFault(`${this.headPath}: no settings of a judge. Move it away, with its answers.`);
    return value as JudgeHead;
  }

  async writeHead(head: JudgeHead): Promise<void> {
    await mkdir(dirname(this.recordFile), { recursive: true }).catch((error: Error) => {
      throw new EnvironmentFault('disk', `${dirname(this.recordFile)} can't be made: ${error.message}.`);
    });
    await writeTextFile(this.headPath, `${JSON.stringify(head, null, 2)}\n`);
  }

  /** Lines that come at the same time are written one after the other. */
  append(line: JudgeLine | PairLine): Promise<void> {
    const written = this.last.then(() => this.write(line));
    this.last = written.catch(() => undefined);
    return written;
  }

  /** A line that a crash tore is ended first, so that the next one stands for itself. */
  private async write(line: JudgeLine | PairLine): Promise<void> {
    const joint = this.isWhole || /(?:^|\n)$/.test(await textOf(this.path)) ? '' : '\n';
    try {
      const handle = await openForAppend(this.path);
      try {
        await handle.appendFile(`${joint}${JSON.stringify(line)}\n`);
        await handle.sync();
        this.isWhole = true;
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new EnvironmentFault('disk', `${this.path} can't be written: ${(error as Error).message}.`);
    }
  }
}
