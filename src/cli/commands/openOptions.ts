import { type Command, Option } from 'commander';
import type { TreeHistory } from '../../core/workspace/imageOrigin';

export interface OpenOptions {
  readonly dataset: string;
  readonly repo?: string;
  readonly fromImage?: boolean;
  readonly image?: string;
  readonly history?: TreeHistory;
  readonly endpoint?: string;
  readonly yes?: boolean;
  readonly to?: string;
  readonly withTests?: boolean;
  readonly second?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `touchstone open` with its description and options. */
export const withOpenOptions = (command: Command): Command =>
  command
    .description(
      'open an instance as a workspace: a repository of its own at the base commit, or the files of its image',
    )
    .argument('<id>', 'id of the instance')
    .requiredOption('--dataset <file>', 'file of instances')
    .option(
      '--repo <source>',
      'clone, bundle, https or ssh address; owner/name asks the public host; else as the study file says',
    )
    .addOption(
      new Option('--from-image', "take the files out of the instance's image instead of a repository").conflicts(
        'repo',
      ),
    )
    .option('--image <name>', 'the image to take them from; else as the study file or the row says')
    .addOption(
      new Option('--history <what>', "of an image: scrub leaves one commit of ours, keep brings base's ancestry")
        .choices(['scrub', 'keep'])
        .default(undefined, 'scrub'),
    )
    .option('--endpoint <address>', 'engine that has the image: unix://, tcp://, https:// or ssh://')
    .option('--yes', 'yes to what would be asked: pulling an image that data names')
    .option('--to <folder>', 'folder of the workspace; without it one in the cache folder, which is said')
    .option('--with-tests', 'apply the test patch, uncommitted')
    .option('--second', 'where a workspace with uncommitted work stands, make another beside it')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--json', 'print one JSON document');
