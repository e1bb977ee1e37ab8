import type { KeySource, ModelEntry } from './modelEntry';

/** Why a model can't be asked now. */
export interface ModelLack {
  /** `the key OPENAI_API_KEY is not set`. */
  readonly text: string;
  /** Name of the key to be asked for; null: something else is missing. */
  readonly missingKey: string | null;
}

/** Looks without asking the model. Null: nothing is known to be missing. */
export const modelLack = async (entry: ModelEntry, keys: KeySource, hasEditor: boolean): Promise<ModelLack | null> => {
  if (entry.protocol === 'vscode' && !hasEditor)
    return { text: 'it is a model of the editor and can be asked from there only', missingKey: null };
  if (entry.keyName === null || (await keys.keyOf(entry.keyName)) !== null) return null;
  return { text: `the key ${entry.keyName} is not set`, missingKey: entry.keyName };
};
