import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CompareInput, comparePatchTexts, type PatchComparison } from '../../app/comparePatches';
import { readInstance } from '../../app/readDatasetInstance';
import { readPredictions } from '../../app/readPredictions';
import type { PatchApplier } from '../../core/patch/patchApplier';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { gitPatchApplier } from '../../io/git/patchApplier';
import { say } from '../say';
import { compareTable } from './compareTable';

interface CompareOptions {
  readonly gold?: string;
  readonly model?: string;
  readonly dataset?: string;
  readonly predictions?: string;
  readonly instance?: string;
  readonly repo?: string;
  readonly base?: string;
  readonly json?: boolean;
}

/** A patch file as text. Bytes that are no UTF-8 (sources in another encoding) are read one to one, and said. */
const readPatchFile = async (path: string): Promise<string> => {
  const absolute = resolve(path);
  if ((await nodeFiles.stat(absolute)) === null) throw new InputFault(`${path}: no such file. Check the path.`);
  const bytes = await nodeFiles.readBytes(absolute);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    say(`${path}: not UTF-8; its bytes are read as Latin-1, so that none is lost.`);
    return Buffer.from(bytes).toString('latin1');
  }
};

/** The texts, and the commit that they are for where the data says it. */
interface Given extends CompareInput {
  readonly base: string | null;
}

const fromFiles = async (gold: string, model: string): Promise<Given> => ({
  base: null,
  gold: await readPatchFile(gold),
  model: await readPatchFile(model),
});

const fromDataset = async (dataset: string, predictions: string, id: string): Promise<Given> => {
  const instance = await readInstance(nodeFiles, resolve(dataset), id);
  if (!instance) throw new InputFault(`${dataset} has no instance "${id}". Check --instance.`);
  const file = await readPredictions(nodeFiles, resolve(predictions));
  const answers = file.predictions.filter((one) => one.instanceId === id);
  const prediction = answers.at(-1);
  if (prediction?.kind === 'code')
    throw new InputFault(`${predictions}: the answer to "${id}" is code, not a patch; there are no hunks to compare.`);
  if (!prediction) throw new InputFault(`${predictions} has no prediction for "${id}". Check --instance.`);
  if (answers.length > 1)
    say(`${predictions}: ${answers.length} models answer "${id}"; the last one, ${prediction.model}, is compared.`);
  return {
    base: instance.baseCommit,
    gold: instance.goldPatch,
    model: prediction.patch,
    testPatch: instance.testPatch,
  };
};

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
    .option('--gold <file>', 'gold patch')
    .option('--model <file>', 'model patch')
    .option('--dataset <file>', 'dataset with the gold patch; needs --predictions and --instance')
    .option('--predictions <file>', 'predictions with the model patch')
    .option('--instance <id>', 'instance to compare')
    .option('--repo <folder>', 'local repository: compare what `git apply` makes of both patches')
    .option('--base <commit>', 'commit that the patches are for; a dataset says it')
    .option('--json', 'print one JSON document');
  command.action(async () => {
    const options = command.optsWithGlobals<CompareOptions>();
    const { gold, model, dataset, predictions, instance } = options;
    const given = [gold, model, dataset, predictions, instance].filter((value) => value !== undefined).length;
    if (gold !== undefined && model !== undefined && given === 2) return compare(await fromFiles(gold, model), options);
    if (dataset !== undefined && predictions !== undefined && instance !== undefined && given === 3)
      return compare(await fromDataset(dataset, predictions, instance), options);
    return command.error('error: give --gold and --model, or --dataset, --predictions and --instance');
  });
};
