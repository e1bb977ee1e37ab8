import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { streamDataset } from '../../app/readDataset';
import type { Problem } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';

const say = ({ where, reason }: Problem): void => {
  process.stderr.write(`${where}: ${reason}\n`);
};

/** Writes one line and waits where the reader is slower; false where the reader has gone (`| head`). */
const writeLine = async (text: string): Promise<boolean> => {
  if (process.stdout.destroyed || process.stdout.errored) return false;
  if (process.stdout.write(`${text}\n`)) return true;
  try {
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]);
  } catch {
    return false;
  }
  return !process.stdout.destroyed;
};

const run = async (path: string): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const stream = await streamDataset(nodeFiles, resolve(path));
  for (const warning of stream.warnings) process.stderr.write(`${warning}\n`);
  let opened = 0;
  let leftOut = 0;
  for await (const item of stream.items) {
    if (item.kind !== 'instance') {
      say(item.problem);
      if (item.kind === 'skipped') leftOut += 1;
      continue;
    }
    opened += 1;
    if (!(await writeLine(JSON.stringify(item.instance)))) return;
  }
  process.stderr.write(`${opened} instances, ${leftOut} rows left out\n`);
  if (leftOut > 0 || opened === 0) process.exitCode = 1;
};

/** `touchstone instances`: a dataset's rows, normalised, one JSON object a line, as they are read. */
export const addInstancesCommand = (program: Command): void => {
  program
    .command('instances')
    .description('Print the instances of a dataset, normalised, one JSON object a line.')
    .argument('<dataset>', 'dataset: JSON lines, JSON or Parquet')
    .option('--json', 'JSON lines, as without it')
    .action((path: string) => run(path));
};
