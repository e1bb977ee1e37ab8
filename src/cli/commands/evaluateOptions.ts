import { type Command, Option } from 'commander';
import { type RuleSetName, ruleSetNames } from '../../core/evaluation/ruleSetName';
import { gibibytes, positive, positiveWhole } from '../numberOptions';
import { imagePair, runName } from '../runArguments';

export interface EvaluateOptions {
  readonly dataset: string;
  readonly predictions?: readonly string[];
  readonly check?: boolean;
  readonly out: string;
  readonly run?: string;
  readonly backend?: 'docker' | 'local';
  readonly endpoint?: string;
  readonly rules?: RuleSetName;
  /** Left out: one, for a dataset check three. */
  readonly repeats?: number;
  readonly timeout?: number;
  readonly workers?: number;
  readonly instance: readonly string[];
  readonly image: Readonly<Record<string, string>>;
  readonly repo?: string;
  /** Bytes. */
  readonly imageBudget?: number;
  readonly again?: true | 'no-verdict';
  readonly resume?: boolean;
  readonly optimisation?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const backendOption = (): Option =>
  new Option('--backend <kind>', 'as the study file says, else docker; local is no sandbox').choices([
    'docker',
    'local',
  ]);

const rulesOption = (): Option =>
  new Option('--rules <name>', "rule set; as the study file says, else that of each instance's benchmark").choices([
    ...ruleSetNames,
  ]);

const imageOption = (): Option =>
  new Option('--image <name=image>', 'image by instance or repository; may be repeated')
    .argParser(imagePair)
    .default({}, 'as the rows say');

const predictionsOption = (): Option =>
  new Option(
    '--predictions <gold|base|file>',
    'gold patches, the unpatched base, or a file of predictions; repeated for several files as one schedule',
  ).argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);

const againOption = (): Option =>
  new Option('--again [what]', 'evaluate also what the folder holds already; no-verdict: of it what has none').choices([
    'no-verdict',
  ]);

/** The command with its description and options. */
export const withOptions = (command: Command): Command =>
  command
    .description('run the tests on patches, each in a fresh sandbox, and grade them')
    .option('--dataset <file>', 'dataset of instances; needed unless --resume is given')
    .addOption(predictionsOption())
    .option('--check', 'check the dataset: run base and gold of every instance and list its defects')
    .requiredOption('--out <folder>', 'folder that gets logs/run_evaluation/...; the same folder resumes')
    .option('--run <id>', "the run's id; by default gold, base, or the name of the predictions", runName)
    .addOption(backendOption())
    .option('--endpoint <address>', "the engine's address, for example unix:///var/run/docker.sock")
    .addOption(rulesOption())
    .option(
      '--repeats <n>',
      'evaluations of each patch (default: 1; 3 of base and of gold with --check)',
      positiveWhole,
    )
    .option('--timeout <seconds>', 'time for the tests of one instance', positive)
    .option('--workers <n>', "evaluations at the same time; as the engine's cores and memory hold", positiveWhole)
    .addOption(new Option('--instance <id...>', 'only these instances').default([], 'all'))
    .addOption(imageOption())
    .option(
      '--image-budget <gib>',
      'what images of ours may take; asked before any is removed; 0: all (default: 100)',
      gibibytes,
    )
    .option('--repo <source>', 'history of the repository: clone, bundle, https or ssh address, or owner/name')
    .addOption(againOption())
    .option('--optimisation', 'time base, gold and patch in turns where an instance is about speed and its tests pass')
    .option('--resume', 'go on with the runs in --out that were killed, stopped or lost their engine')
    .option('--yes', 'yes to what would be asked: pulls and builds that data names, images over the budget, local')
    .option('--json', 'print a JSON line per item, last a summary');
