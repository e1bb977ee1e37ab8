import { resolve } from 'node:path';
import type { Command } from 'commander';
import { comparedRuns } from '../../app/compareRuns';
import { openStudy } from '../../app/openStudy';
import { InputFault } from '../../core/shared/problem';
import { comparisonCsv, flowSvg } from '../../core/study/comparisonText';
import { compareRuns } from '../../core/study/runComparison';
import { nodeFiles } from '../../io/files/nodeFiles';
import { repositoryCheck } from '../../io/git/repositoryCheck';
import { sha256 } from '../../io/store/sha256';
import { say } from '../say';
import { comparisonJson, comparisonTable } from './compareRunsTable';

interface CompareRunsOptions {
  readonly study: string;
  readonly types: boolean;
  readonly csv?: boolean;
  readonly svg?: boolean;
  readonly json?: boolean;
}

const compare = async (a: string, b: string, options: CompareRunsOptions): Promise<void> => {
  const folder = resolve(options.study);
  if ((await nodeFiles.stat(folder)) === null)
    throw new InputFault(`--study ${options.study}: there is no such folder.`);
  const catalogue = await openStudy({ files: nodeFiles, sha256, repositories: repositoryCheck }, folder);
  const ports = { files: nodeFiles, memo: <T>(_kind: string, _path: string, read: () => Promise<T>) => read() };
  const compared = await comparedRuns(ports, catalogue, { a, b, types: options.types });
  const counted = compareRuns(compared.instances);
  if (options.csv) process.stdout.write(comparisonCsv(compared.instances));
  else if (options.svg) process.stdout.write(flowSvg(counted, compared.a.label, compared.b.label));
  else if (options.json) process.stdout.write(`${JSON.stringify(comparisonJson(compared, counted), null, 2)}\n`);
  else process.stdout.write(comparisonTable(compared, counted));
  if (counted.n === 0) {
    say('Neither run has an instance.');
    process.exitCode = 1;
  }
};

/** `touchstone compare-runs`: which instances both runs resolve, only one, neither, with the error types of each. */
export const addCompareRunsCommand = (program: Command): void => {
  const command = program
    .command('compare-runs')
    .description('compare two runs of a study: both, only one, neither, and how error types go from A to B')
    .argument('<A>', 'run: its id, or `gold`, `base`')
    .argument('<B>', 'run to hold against it')
    .requiredOption('--study <folder>', 'folder of the study, or its study file')
    .option('--no-types', 'leave the error types out; no log is read')
    .option('--csv', 'print every instance as CSV')
    .option('--svg', 'print the flow picture')
    .option('--json', 'print one JSON document');
  command.action(async (a: string, b: string) => {
    const options = command.optsWithGlobals<CompareRunsOptions>();
    if ([options.csv, options.svg, options.json].filter(Boolean).length > 1)
      return command.error('error: give one of --csv, --svg and --json');
    return compare(a, b, options);
  });
};
