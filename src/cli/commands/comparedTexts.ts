import { resolve } from 'node:path';
import type { CompareInput } from '../../app/comparePatches';
import { readInstance } from '../../app/readDatasetInstance';
import { readPredictions } from '../../app/readPredictions';
import type { Instance } from '../../core/instance/instance';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { say } from '../say';

export interface CompareOptions {
  readonly gold?: string;
  readonly model?: string;
  readonly dataset?: string;
  readonly predictions?: string;
  readonly instance?: string;
  readonly repo?: string;
  readonly base?: string;
  readonly run?: boolean;
  readonly backend?: 'docker' | 'local';
  readonly endpoint?: string;
  readonly image?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** A patch file as text. Bytes that are no UTF-8 (sources in another encoding) are read one to one, and said. */
export const readPatchFile = async (path: string): Promise<string> => {
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
export interface Given extends CompareInput {
  readonly base: string | null;
}

export const fromFiles = async (gold: string, model: string): Promise<Given> => ({
  base: null,
  gold: await readPatchFile(gold),
  model: await readPatchFile(model),
});

/** What a file of predictions says for an instance: the last answer, which is said where there are several. */
export const modelPatchOf = async (predictions: string, id: string): Promise<string | null> => {
  const file = await readPredictions(nodeFiles, resolve(predictions));
  const answers = file.predictions.filter((one) => one.instanceId === id);
  const prediction = answers.at(-1);
  if (prediction?.kind === 'code')
    throw new InputFault(`${predictions}: the answer to "${id}" is code, not a patch; there is no patch to compare.`);
  if (!prediction) throw new InputFault(`${predictions} has no prediction for "${id}". Check --instance.`);
  if (answers.length > 1)
    say(`${predictions}: ${answers.length} models answer "${id}"; the last one, ${prediction.model}, is compared.`);
  return prediction.patch;
};

/** The row, or a fault that says how to name one. */
export const instanceOf = async (dataset: string, id: string): Promise<Instance> => {
  const instance = await readInstance(nodeFiles, resolve(dataset), id);
  if (!instance) throw new InputFault(`${dataset} has no instance "${id}". Check --instance.`);
  return instance;
};

export const fromDataset = async (dataset: string, predictions: string, id: string): Promise<Given> => {
  const { baseCommit, goldPatch, testPatch } = await instanceOf(dataset, id);
  return { base: baseCommit, gold: goldPatch, model: await modelPatchOf(predictions, id), testPatch };
};
