import { resolve } from 'node:path';
import type { Command } from 'commander';
import { streamDataset } from '../../app/readDataset';
import { titleOfBenchmark } from '../../core/dataset/formats/benchmarkTitles';
import { tierWords } from '../../core/dataset/tier';
import { counted } from '../../core/shared/counted';
import { nodeFiles } from '../../io/files/nodeFiles';
import { say, sayProblems } from '../say';
import { writeLine } from './writeLine';

const run = async (path: string): Promise<void> => {
  const stream = await streamDataset(nodeFiles, resolve(path));
  for (const warning of stream.warnings) say(warning);
  let opened = 0;
  let leftOut = 0;
  const benchmarks = new Set<string>();
  for await (const item of stream.items) {
    if (item.kind !== 'instance') {
      sayProblems([item.problem]);
      if (item.kind === 'skipped') leftOut += 1;
      continue;
    }
    opened += 1;
    benchmarks.add(item.instance.benchmark);
    if (!(await writeLine(JSON.stringify(item.instance)))) return;
  }
  for (const benchmark of benchmarks) say(`${titleOfBenchmark(benchmark)}: ${tierWords(benchmark)}`);
  say(`${counted(opened, 'instance')}, ${counted(leftOut, 'row')} left out`);
  if (leftOut > 0 || opened === 0) process.exitCode = 1;
};

/** `touchstone instances`: a dataset's rows, normalised, one JSON object a line, as they are read. */
export const addInstancesCommand = (program: Command): void => {
  program
    .command('instances')
    .description('print the instances of a dataset, normalised, one JSON object a line')
    .argument('<dataset>', 'dataset: JSON lines, JSON, CSV, Parquet, or a folder of tasks')
    .option('--json', 'print JSON lines, as without it')
    .action((path: string) => run(path));
};
