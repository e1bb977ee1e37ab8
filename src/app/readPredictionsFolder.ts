import type { FilePort, FolderEntry } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { PredictionsReading } from './readPredictionsRows';

const maxCode = 4 * 1024 * 1024;

/** `<folder>/<id>.pred` and `<folder>/<id>/<id>.pred`, as SWE-agent writes them. */
const predFiles = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const entry of await files.list(folder)) {
    const path = `${folder}/${entry.name}`;
    const inner = `${path}/${entry.name}.pred`;
    if (entry.kind === 'file' && entry.name.endsWith('.pred')) found.push(path);
    else if (entry.kind === 'folder' && (await files.stat(inner))?.kind === 'file') found.push(inner);
  }
  return found;
};

const taskFolder = /^(HumanEval|Mbpp|BigCodeBench)_(\d+)$/;
const sampleFile = /^(\d+)\.py$/;

/** Whether a folder with these entries holds samples as files, `<Task_id>/<n>.py` (EvalPlus, BigCodeBench). */
export const holdsTaskFolders = (entries: readonly FolderEntry[]): boolean =>
  entries.some((entry) => entry.kind === 'folder' && taskFolder.test(entry.name));

/** `HumanEval_3` is task `HumanEval/3`; `_` stands for the `/` that no folder's name can hold. */
const taskOf = (folder: string): string | null => {
  const found = taskFolder.exec(folder);
  return found ? `${found[1]}/${found[2]}` : null;
};

const readTask = async (files: FilePort, folder: string, task: string, reading: PredictionsReading): Promise<void> => {
  const names = (await files.list(folder)).filter((entry) => entry.kind === 'file').map((entry) => entry.name);
  const samples = names
    .filter((name) => sampleFile.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  for (const name of names)
    if (!sampleFile.test(name))
      reading.skipped.push({ where: `${folder}/${name}`, field: null, reason: 'Not named <number>.py; left out.' });
  for (const name of samples) {
    const bytes = await files.readBytes(`${folder}/${name}`, maxCode + 1);
    if (bytes.length > maxCode)
      reading.skipped.push({ where: `${folder}/${name}`, field: null, reason: 'Over 4 MiB; left out.' });
    else reading.file(task, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  }
};

const readPreds = async (
  files: FilePort,
  paths: readonly string[],
  reading: PredictionsReading,
  signal?: AbortSignal,
): Promise<void> => {
  for (const path of paths) {
    try {
      const file = await files.openRows(path, {}, signal);
      for await (const row of file.rows) reading.take(row, path.split(/[\\/]/).at(-1) ?? path);
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      reading.skipped.push({ where: path, field: null, reason: error.message.replace(`${path}: `, '') });
    }
  }
};

/**
 * A run's folder of `.pred` files, or of files of code by task. Throws InputFault where it holds neither.
 */
export const readPredictionsFolder = async (
  files: FilePort,
  folder: string,
  signal?: AbortSignal,
): Promise<PredictionsReading> => {
  const reading = new PredictionsReading(folder);
  const paths = await predFiles(files, folder);
  await readPreds(files, paths, reading, signal);
  if (paths.length > 0) return reading;
  const entries = await files.list(folder);
  if (!holdsTaskFolders(entries))
    throw new InputFault(
      `${folder}: this folder holds no .pred files and no <task>/<n>.py; name a file of predictions.`,
    );
  for (const entry of entries) {
    signal?.throwIfAborted();
    const task = entry.kind === 'folder' ? taskOf(entry.name) : null;
    if (task !== null) await readTask(files, `${folder}/${entry.name}`, task, reading);
  }
  return reading;
};
