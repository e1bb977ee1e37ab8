import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckStore } from '../../core/evaluation/check/checkStore';
import type { DatasetCheck } from '../../core/evaluation/check/datasetCheck';
import { checksText } from '../../core/evaluation/check/readChecks';
import { EnvironmentFault } from '../../core/shared/problem';
import { withLock } from '../git/lock';
import { writeTextFile } from './writeTextFile';

const readIfAny = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** Which instance a line is of; null for a line that nobody can read: it is kept. */
const instanceOf = (line: string): string | null => {
  try {
    const value: unknown = JSON.parse(line);
    const id = typeof value === 'object' && value !== null && 'instanceId' in value ? value.instanceId : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
};

/** The file with new lines in the place of earlier ones of the same instances, the others behind them as they came. */
const updated = (before: string, checks: readonly DatasetCheck[]): string => {
  const news = new Map(checks.map((check) => [check.instanceId, check]));
  const lines = before
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const id = instanceOf(line);
      const check = id === null ? undefined : news.get(id);
      if (id === null || check === undefined) return [`${line}\n`];
      news.delete(id);
      return [checksText([check])];
    });
  return `${lines.join('')}${checksText([...news.values()])}`;
};

/** `checks/<dataset>.jsonl` below one folder: an automatic record of its own, beside the logs that it cites. */
export class CheckFile implements CheckStore {
  constructor(readonly root: string) {}

  async update(dataset: string, checks: readonly DatasetCheck[]): Promise<string> {
    const file = path.join(this.root, 'checks', `${dataset}.jsonl`);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await withLock(`${file}.lock`, async () => writeTextFile(file, updated(await readIfAny(file), checks)));
    } catch (error) {
      if (error instanceof EnvironmentFault) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new EnvironmentFault('disk', `${file} could not be written: ${why}. The evaluations are kept.`);
    }
    return file;
  }
}
