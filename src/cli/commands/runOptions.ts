import { type Command, Option } from 'commander';
import { positive, positiveWhole } from '../numberOptions';
import { imagePair, runName } from '../runArguments';

export interface RunOptions {
  readonly dataset?: string;
  readonly instance?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly attempts: number;
  readonly budget?: number;
  readonly workers?: number;
  readonly run?: string;
  readonly out?: string;
  readonly study?: string;
  readonly backend?: 'docker' | 'local';
  readonly endpoint?: string;
  readonly image: Readonly<Record<string, string>>;
  readonly repo?: string;
  readonly again?: true | 'failed';
  readonly resume?: boolean;
  readonly evaluate?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The command with its description and options. */
export const withRunOptions = (command: Command): Command =>
  command
    .description('run an agent with a model on instances, each in a fresh sandbox without network')
    .option('--dataset <file>', 'dataset of instances; needed unless --resume is given')
    .option('--instance <id...>', 'only these instances (default: all)')
    .option('--agent <id>', 'a loop, a single-turn mode, a program, or a YAML configuration of mini-swe-agent')
    .option('--model <id>', 'a model of the models file, scripted:FILE or replay:FILE; left out: the list of both')
    .option('--attempts <n>', 'attempts at each instance, each a run of its own', positiveWhole, 1)
    .option('--budget <usd>', 'dollars for all attempts together; no call begins beyond it', positive)
    .option('--workers <n>', "instances at the same time; as the engine's cores and memory hold", positiveWhole)
    .option('--run <id>', "the run's id; by default agent and model", runName)
    .addOption(
      new Option('--out <folder>', 'folder that gets runs/<id>/...; the same folder goes on').conflicts('study'),
    )
    .option('--study <folder>', 'study that gets runs/<id>/... and the run in its file (default: that of the dataset)')
    .addOption(
      new Option('--backend <kind>', 'as the study file says, else docker; local is no sandbox').choices([
        'docker',
        'local',
      ]),
    )
    .option('--endpoint <address>', "the engine's address, for example unix:///var/run/docker.sock")
    .addOption(
      new Option('--image <name=image>', 'image by instance or repository; may be repeated')
        .argParser(imagePair)
        .default({}, 'as the rows say'),
    )
    .option('--repo <source>', 'history of the repository: clone, bundle, https or ssh address, or owner/name')
    .addOption(
      new Option(
        '--again [what]',
        'attempt also what the folder holds already; failed: of it what has no submission or ended in a fault',
      ).choices(['failed']),
    )
    .option('--resume', 'go on with the runs in --study or --out that were killed or stopped, with their own settings')
    .option('--evaluate', 'evaluate the predictions when the run has ended')
    .option('--yes', 'yes to what would be asked: pulls and builds that data names, local')
    .option('--json', 'print a JSON line per attempt, last a summary');
