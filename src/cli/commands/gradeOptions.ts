import { type Command, Option } from 'commander';
import { isReportFile } from '../../app/gradeWithoutDataset';
import { type RuleSetName, ruleSetNames } from '../../core/evaluation/ruleSetName';
import type { GradeInput } from './gradeInput';

export interface GradeOptions extends GradeInput {
  readonly rules?: RuleSetName;
  readonly against?: RuleSetName;
  readonly parser?: string;
  readonly json?: boolean;
}

const rulesOption = (flags: string, words: string): Option => new Option(flags, words).choices([...ruleSetNames]);

const more = `
what a folder may hold: the layouts of all benchmarks; each evaluation belongs to the instance that its folder
    (or <id>.test_output.txt) is named by, or whose id is the key of its report.json
what --log takes: a test log, also .gz; report.json; run_instance.log with a printed report; *_output.json of Pro,
    status.json of Live, results.json of Terminal-Bench, reward.* of Harbor, results of Compass and Multi-SWE-bench
without --dataset: --log FILE --parser NAME gives the parser's results alone, a report is shown as reported

json: { <id>: report of the harness, touchstone: { <id>: { instance, rules, outcome, score, tests, rule, reason,
    signs, warnings, notes, contradicts?, log } }, touchstoneSkipped }; of one --log, touchstone is that object itself
    another log of an instance has the key <id>#2; with --parser: { parser, log, counts, results, signs, warnings }
`;

/** The command with its description and options. */
export const withGradeOptions = (command: Command): Command =>
  command
    .description('grade evaluation logs and files of results by a rule set; runs nothing')
    .argument('[path]', 'folder in the layout of any benchmark, or <samples>_results.jsonl of HumanEval')
    .option('--dataset <file>', 'dataset with the instances of the logs')
    .option('--log <file>', 'one log or one file of results; needs --instance, or --parser')
    .option('--instance <id>', 'instance of the log')
    .option('--parser <name>', "print this parser's results of --log alone; an unknown name lists them all")
    .addOption(
      rulesOption('--rules <name>', "rule set; else as the study file says, else that of the instance's benchmark"),
    )
    .addOption(rulesOption('--against <name>', 'say what this rule set changes, and why'))
    .option('--json', 'print one JSON document')
    .addHelpText('after', more);

const parserUse = (options: GradeOptions): string | null => {
  const { log, dataset, instance, against } = options;
  if (log === undefined) return '--parser reads one log: give --log FILE';
  const other = [dataset, instance, against].some((option) => option !== undefined);
  return other ? '--parser needs no --dataset, --instance or --against: it prints what it reads' : null;
};

const bareUse = ({ log, against }: GradeOptions): string | null => {
  if (log === undefined) return "required option '--dataset <file>' not specified";
  if (against !== undefined) return '--against needs --dataset';
  return isReportFile(log)
    ? null
    : "a log needs --dataset and --instance to be graded, or --parser NAME for the parser's results alone";
};

/** What is wrong in how the options are put together; null where nothing is. */
export const wrongUse = (options: GradeOptions): string | null => {
  const { log, folder, instance, parser, dataset } = options;
  if ((log === undefined) === (folder === undefined))
    return 'give either a folder of logs or --log FILE with --instance ID';
  if (parser !== undefined) return parserUse(options);
  if (dataset === undefined) return bareUse(options);
  return (log === undefined) === (instance === undefined) ? null : '--log and --instance go together';
};
