import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type GradedFolder, gradeFolder } from '../../app/gradeFolder';
import { isExplained } from '../../app/gradeFolderWithoutLog';
import { type GradedLog, gradeLogFile, gradingColumns } from '../../app/gradeLogFile';
import { type DatasetFile, readDataset } from '../../app/readDataset';
import { toHarnessReport } from '../../core/evaluation/grade/harnessReport';
import type { RuleSetName } from '../../core/evaluation/report';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { sayProblems } from '../say';
import { gradeTable } from './gradeTable';

interface GradeOptions {
  readonly dataset: string;
  readonly log?: string;
  readonly instance?: string;
  readonly rules: RuleSetName;
  readonly json?: boolean;
}

/** What Touchstone adds to the harness's report. */
const additions = ({ path, grade }: GradedLog) => ({
  rules: grade.rules,
  outcome: grade.outcome,
  tests: grade.tests,
  signs: grade.signs,
  parser: grade.parser,
  reason: grade.reason,
  warnings: grade.warnings,
  log: path,
});

const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** The key `touchstone` holds one log's additions, as its own object. */
const oneDocument = (log: GradedLog) => ({ ...toHarnessReport(log.grade), touchstone: additions(log) });

/**
 * Of a folder, the additions stand by instance under `touchstone`, and what was not graded under `touchstoneSkipped`;
 * a report has one place for an instance.
 */
const folderDocument = ({ graded: logs, withoutLog, skipped }: GradedFolder) => {
  const paths = new Map<string, string>();
  for (const { path, grade } of logs) {
    const other = paths.get(grade.id);
    if (other !== undefined)
      throw new InputFault(`${grade.id} has two logs: ${other} and ${path}. Name the folder of one run and one model.`);
    paths.set(grade.id, path);
  }
  return {
    ...Object.fromEntries(logs.map((log) => [log.grade.id, log.grade.report])),
    touchstone: Object.fromEntries(logs.map((log) => [log.grade.id, additions(log)])),
    touchstoneSkipped: [
      ...withoutLog.map(({ folder, ...rest }) => ({ where: folder, ...rest })),
      ...skipped.map(({ where, reason }) => ({ where, instance: null, outcome: null, reason })),
    ],
  };
};

const gradeOne = async (dataset: DatasetFile, options: GradeOptions, log: string): Promise<GradedLog> => {
  const instance = dataset.instances.find((one) => one.id === options.instance);
  if (!instance)
    throw new InputFault(
      `${options.dataset}: no instance "${options.instance}" (${counted(dataset.instances.length, 'instance')}, ` +
        `${counted(dataset.skipped.length, 'row')} left out). Check --instance.`,
    );
  return gradeLogFile(nodeFiles, instance, log, options.rules);
};

/** A log without a parser or without results was not graded at all, and a missing one may be lost. */
const failed = ({ graded, withoutLog, skipped }: GradedFolder): boolean =>
  skipped.length > 0 ||
  graded.some(
    ({ grade: { parser, outcome } }) => parser === null || (outcome.kind === 'none' && outcome.reason === 'error'),
  ) ||
  !withoutLog.every(isExplained);

const grade = async (folder: string | undefined, options: GradeOptions): Promise<void> => {
  const dataset = await readDataset(nodeFiles, resolve(options.dataset), { columns: gradingColumns });
  sayProblems(dataset.skipped);
  const one = options.log === undefined ? null : await gradeOne(dataset, options, resolve(options.log));
  const all = one
    ? { graded: [one], withoutLog: [], skipped: [] }
    : await gradeFolder(nodeFiles, dataset.instances, resolve(folder ?? '.'), options.rules);
  sayProblems(all.skipped);
  if (options.json) printJson(one ? oneDocument(one) : folderDocument(all));
  else process.stdout.write(gradeTable(all, options.rules, one !== null));
  if (failed(all)) process.exitCode = 1;
};

/** `touchstone grade`: grades one log or a folder of logs by the rules of a benchmark, without running anything. */
export const addGradeCommand = (program: Command): void => {
  const command = program
    .command('grade')
    .description('grade evaluation logs by a rule set; runs nothing')
    .argument('[logdir]', 'folder of logs: the SWE-bench layout, or a folder per instance with test_output.txt')
    .requiredOption('--dataset <file>', 'dataset with the instances of the logs')
    .option('--log <file>', 'one log; needs --instance')
    .option('--instance <id>', 'instance of the log')
    .addOption(new Option('--rules <name>', 'rule set').choices(['swebench-v4', 'swebench-v5']).default('swebench-v5'))
    .option('--json', 'print one JSON document');
  command.action(async (folder: string | undefined) => {
    const options = command.optsWithGlobals<GradeOptions>();
    if ((options.log === undefined) === (folder === undefined))
      command.error('error: give either a folder of logs or --log FILE with --instance ID');
    if ((options.log === undefined) !== (options.instance === undefined))
      command.error('error: --log and --instance go together');
    await grade(folder, options);
  });
};
