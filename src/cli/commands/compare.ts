import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { comparePatchTexts, type PatchComparison } from '../../app/comparePatches';
import type { PatchApplier } from '../../core/patch/patchApplier';
import { InputFault } from '../../core/shared/problem';
import { gitPatchApplier } from '../../io/git/patchApplier';
import { say } from '../say';
import { compareByRunningCommand, whatIsWrongToRun } from './compareByRunning';
import { type CompareOptions, fromDataset, fromFiles, type Given } from './comparedTexts';
import { compareTable } from './compareTable';

const sayWarnings = ({ warnings }: PatchComparison): void => {
  for (const { side, line, text } of warnings) say(`${side} patch line ${line}: ${text}`);
};

const applierFor = (given: Given, { repo, base }: CompareOptions): PatchApplier | undefined => {
  if (repo === undefined) return undefined;
  const commit = base ?? given.base;
  if (statSync(repo, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new InputFault(`--repo: there is no folder ${repo}. Name a local clone.`);
  if (commit === null) throw new InputFault('--repo needs the commit that the patches are for. Give --base COMMIT.');
  return gitPatchApplier(repo, commit);
};

/** What has to be said about one side besides its warnings. */
const sideFaults = ({ asWritten, asApplied }: PatchComparison, side: 'gold' | 'model'): readonly string[] => {
  const applied = asApplied?.[side];
  if (asWritten[side].state === 'prose') return [`The ${side} patch holds no change: it is prose, not a patch.`];
  return applied?.applied === false ? [`The ${side} patch does not apply: ${applied.reason}`] : [];
};

/** Prose in the place of a patch is something wrong with the input; an empty or refused patch is an answer. */
const isBroken = ({ asWritten: { gold, model } }: PatchComparison): boolean =>
  gold.state === 'prose' || model.state === 'prose';

const compare = async (given: Given, options: CompareOptions): Promise<void> => {
  const comparison = await comparePatchTexts(given, applierFor(given, options));
  process.stdout.write(options.json ? `${JSON.stringify(comparison, null, 2)}\n` : compareTable(comparison));
  if (!options.json) sayWarnings(comparison);
  for (const fault of [...sideFaults(comparison, 'gold'), ...sideFaults(comparison, 'model')]) say(fault);
  if (isBroken(comparison)) process.exitCode = 1;
};

/** `touchstone compare`: figures and places of a model's patch against gold; writes nothing. */
export const addCompareCommand = (program: Command): void => {
  const command = program
    .command('compare')
    .description('compare a model patch with gold by file and place')
    .option('--gold <file>', 'gold patch; with --run also `gold`, that of the dataset')
    .option('--model <file>', 'model patch')
    .option('--dataset <file>', 'dataset with the gold patch; needs --predictions and --instance')
    .option('--predictions <file>', 'predictions with the model patch')
    .option('--instance <id>', 'instance to compare')
    .option(
      '--repo <folder>',
      'local repository: compare what `git apply` makes of both patches; with --run its history',
    )
    .option('--base <commit>', 'commit that the patches are for; a dataset says it')
    .option('--run', 'run both codes on the tests of the instance and of both patches; needs --dataset and --instance')
    .addOption(new Option('--backend <kind>', 'with --run: where; local is no sandbox').choices(['docker', 'local']))
    .option('--endpoint <address>', "with --run: the engine's address")
    .option('--image <image>', 'with --run: image to run in')
    .option('--yes', 'with --run: yes to what would be asked')
    .option('--json', 'print one JSON document');
  command.action(async () => {
    const options = command.optsWithGlobals<CompareOptions>();
    if (options.run) {
      const wrong = whatIsWrongToRun(options);
      return wrong === null ? compareByRunningCommand(options) : command.error(`error: ${wrong}`);
    }
    const { gold, model, dataset, predictions, instance } = options;
    const given = [gold, model, dataset, predictions, instance].filter((value) => value !== undefined).length;
    if (gold !== undefined && model !== undefined && given === 2) return compare(await fromFiles(gold, model), options);
    if (dataset !== undefined && predictions !== undefined && instance !== undefined && given === 3)
      return compare(await fromDataset(dataset, predictions, instance), options);
    return command.error('error: give --gold and --model, or --dataset, --predictions and --instance');
  });
};
