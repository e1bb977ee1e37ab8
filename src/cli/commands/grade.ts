import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { GradedFolder } from '../../app/gradeFolder';
import { isExplained } from '../../app/gradeFolderWithoutLog';
import { gradingColumns } from '../../app/gradeLogFile';
import { readDataset } from '../../app/readDataset';
import { compareGraded } from '../../app/regrade';
import { regradeLines } from '../../core/evaluation/grade/regradeWords';
import { type RuleSetName, ruleSetNames } from '../../core/evaluation/ruleSetName';
import { nodeFiles } from '../../io/files/nodeFiles';
import { printable } from '../printable';
import { sayProblems } from '../say';
import { type GradeInput, gradeInput } from './gradeInput';
import { folderDocument, oneDocument, regradeDocument } from './gradeJson';
import { gradeTable } from './gradeTable';

interface GradeOptions extends GradeInput {
  readonly rules?: RuleSetName;
  readonly against?: RuleSetName;
  readonly json?: boolean;
}

const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** A log without a parser or without results was not graded at all, and a missing one may be lost. */
const failed = ({ graded, withoutLog, skipped }: GradedFolder): boolean =>
  skipped.length > 0 ||
  graded.some(({ grade: { outcome } }) => outcome.kind === 'none' && outcome.reason === 'error') ||
  !withoutLog.every(isExplained);

const print = (all: GradedFolder, options: GradeOptions): void => {
  const [first] = options.log === undefined ? [] : all.graded;
  if (!options.json) process.stdout.write(gradeTable(all, first !== undefined));
  else printJson(first ? oneDocument(first) : folderDocument(all));
};

const printChanges = (before: GradedFolder, after: GradedFolder, against: RuleSetName, options: GradeOptions): void => {
  const rules = options.rules ?? null;
  const regrading = compareGraded(before, after);
  if (options.json) printJson(regradeDocument(rules, against, regrading));
  else {
    const lines = regradeLines(rules ?? "each instance's own rule set", against, regrading);
    process.stdout.write(`${lines.map(printable).join('\n')}\n`);
  }
};

const grade = async (options: GradeOptions): Promise<void> => {
  const dataset = await readDataset(nodeFiles, resolve(options.dataset), { columns: gradingColumns });
  sayProblems(dataset.skipped);
  const all = await gradeInput(dataset, options, options.rules ?? null);
  sayProblems(all.skipped);
  if (options.against === undefined) print(all, options);
  else printChanges(all, await gradeInput(dataset, options, options.against), options.against, options);
  if (failed(all)) process.exitCode = 1;
};

const rulesOption = (flags: string, words: string): Option => new Option(flags, words).choices([...ruleSetNames]);

/** `touchstone grade`: grades logs and files of results by the rules of a benchmark, without running anything. */
export const addGradeCommand = (program: Command): void => {
  const command = program
    .command('grade')
    .description('grade evaluation logs and files of results by a rule set; runs nothing')
    .argument('[path]', 'folder in the layout of any benchmark, or <samples>_results.jsonl of HumanEval')
    .requiredOption('--dataset <file>', 'dataset with the instances of the logs')
    .option('--log <file>', 'one log or one file of results; needs --instance')
    .option('--instance <id>', 'instance of the log')
    .addOption(rulesOption('--rules <name>', "rule set; else that of the instance's benchmark"))
    .addOption(rulesOption('--against <name>', 'say what this rule set changes, and why'))
    .option('--json', 'print one JSON document');
  command.action(async (folder: string | undefined) => {
    const options = command.optsWithGlobals<GradeOptions>();
    if ((options.log === undefined) === (folder === undefined))
      command.error('error: give either a folder of logs or --log FILE with --instance ID');
    if ((options.log === undefined) !== (options.instance === undefined))
      command.error('error: --log and --instance go together');
    await grade(folder === undefined ? options : { ...options, folder });
  });
};
