import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EvaluationKey, EvaluationRecord, EvaluationStore } from '../../core/evaluation/record';
import type { InstanceReport } from '../../core/evaluation/report';
import { folderOfInstance } from '../../core/instance/instanceFolder';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { readEarlierTimes } from './earlierTimes';
import { ownRun } from './evaluationJournal';

/** Below this much free space nothing is started: a full disk would spoil what runs beside it. */
const freeBytes = 1024 ** 3;

/** One part of a path: outside data chose it, so anything that could lead elsewhere is refused. */
const part = (text: string, field: string): string => {
  const name = text.replaceAll('/', '__');
  const bad = name === '' || name === '.' || name === '..' || /[\\:]/.test(name) || name.includes('\0');
  if (bad || Buffer.byteLength(name) > 255)
    throw new InputFault(`${field} ${JSON.stringify(text.slice(0, 200))} can't be the name of a folder; rename it.`);
  return name;
};

/** `HumanEval/0` is `HumanEval%2F0`; what can't be written so is refused with its own words. */
const instancePart = (id: string): string => {
  const name = folderOfInstance(id);
  if (name === null)
    throw new InputFault(`The instance ${JSON.stringify(id.slice(0, 200))} can't be the name of a folder.`);
  return part(name, 'The instance');
};

const runFolder = ({ runId, repeat }: Pick<EvaluationKey, 'runId' | 'repeat'>): string =>
  part(repeat === 1 ? runId : `${runId}.r${repeat}`, 'The run');

const diskFault = (error: unknown, doing: string): Error => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new EnvironmentFault('disk', `The disk is full: ${doing}.`);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new EnvironmentFault('disk', `No leave to write: ${doing} (${message}).`);
  // Node says so of a folder that can't be made on a read-only disk.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir')
    return new EnvironmentFault('disk', `${doing} failed (${message}). Choose another --out.`);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new InputFault(`A file stands where a folder is needed: ${doing}. Choose another --out.`);
  return error as Error;
};

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is EvaluationRecord =>
  typeof value === 'object' && value !== null && (value as EvaluationRecord).schema === 'touchstone-evaluation/1';

/** The SWE-bench layout below one folder: `logs/run_evaluation/<run>/<model>/<instance>/`, a run's summary in its own folder. */
export class EvaluationFolder implements EvaluationStore {
  constructor(private readonly out: string) {}

  get #logs(): string {
    return path.join(this.out, 'logs', 'run_evaluation');
  }

  async own(runId: string) {
    const folder = path.join(this.#logs, runFolder({ runId, repeat: 1 }));
    try {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < freeBytes)
        throw new EnvironmentFault('disk', `Less than 1 GiB is free for ${folder}; make room or choose another --out.`);
    } catch (error) {
      throw diskFault(error, `making ${folder}`);
    }
    const owned = await ownRun(folder, runId);
    // Half-made folders of a process that was killed: the run is ours now, so nobody is making them.
    await rm(this.#making(runId), { recursive: true, force: true }).catch(() => undefined);
    await this.#removeEmpty(this.#making(runId));
    return owned;
  }

  /** Where a run's folders are made before they are put in their places; removed with the last of them. */
  #making(runId: string): string {
    return path.join(this.out, 'logs', '.making', part(runId, 'The run'));
  }

  folderOf(key: EvaluationKey): string {
    return path.join(this.#logs, runFolder(key), part(key.model, 'The model'), instancePart(key.instanceId));
  }

  async readRecord(key: EvaluationKey) {
    const folder = this.folderOf(key);
    const record = await readJson(path.join(folder, 'result.json'));
    if (!isRecord(record)) return null;
    const reports = (await readJson(path.join(folder, 'report.json'))) as Record<string, InstanceReport> | null;
    return { record, report: reports?.[key.instanceId] ?? null };
  }

  /** Writes a folder beside the old one and puts it in its place, so that a reader never sees half of both. */
  async write(
    key: EvaluationKey,
    files: ReadonlyMap<string, Uint8Array | string>,
    record: EvaluationRecord,
  ): Promise<void> {
    const folder = this.folderOf(key);
    const making = path.join(this.#making(key.runId), randomBytes(8).toString('hex'));
    const all = [...files, ['result.json', `${JSON.stringify(record, null, 2)}\n`] as const];
    try {
      await mkdir(making, { recursive: true });
      await Promise.all(all.map(([name, content]) => writeFile(path.join(making, name), content, { flush: true })));
      await mkdir(path.dirname(folder), { recursive: true });
      await rm(folder, { recursive: true, force: true });
      await rename(making, folder);
      await this.#removeEmpty(this.#making(key.runId));
    } catch (error) {
      await rm(making, { recursive: true, force: true }).catch(() => undefined);
      throw diskFault(error, `writing ${folder}`);
    }
  }

  async #removeEmpty(folder: string): Promise<void> {
    for (const one of [folder, path.dirname(folder)]) await rmdir(one).catch(() => undefined);
  }

  earlierTimes(instanceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return readEarlierTimes(this.#logs, instanceIds);
  }

  async writeSummary(model: string, runId: string, summary: unknown): Promise<string> {
    const run = part(runId, 'The run');
    const file = path.join(this.#logs, run, `${part(model, 'The model')}.${run}.json`);
    try {
      await writeFile(`${file}.part`, `${JSON.stringify(summary, null, 4)}\n`);
      await rename(`${file}.part`, file);
    } catch (error) {
      throw diskFault(error, `writing ${file}`);
    }
    return file;
  }
}
