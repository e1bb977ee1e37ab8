import { nearest } from '../../shared/nearest';
import { InputFault } from '../../shared/problem';
import type { ModelEntry, ModelProtocol } from './modelEntry';

const filePrefixes = { 'scripted:': 'scripted', 'replay:': 'replay' } as const;

const ofFile = (id: string, protocol: ModelProtocol, file: string): ModelEntry => ({
  id,
  protocol,
  // Its last name without its ending: what predictions and trajectories call the model.
  model: (file.split(/[\\/]/).at(-1) ?? file).replace(/\.(?:ya?ml|jsonl?)$/i, ''),
  baseUrl: null,
  file,
  keyName: null,
  contextTokens: null,
  maxOutputTokens: null,
  prices: null,
  params: {},
  alsoSpeaks: [],
});

/** Whether an id names a file of replies and needs no entry: `scripted:FILE`, `replay:FILE`. */
export const isFileModel = (id: string): boolean => Object.keys(filePrefixes).some((prefix) => id.startsWith(prefix));

/**
 * The model that an id names: of the models file, or `scripted:FILE` and `replay:FILE`, whose path `absolute` resolves.
 * `where`: the models file, for words. Throws InputFault where there is none, with the nearest name.
 */
export const modelNamed = (
  id: string,
  entries: readonly ModelEntry[],
  absolute: (path: string) => string,
  where: string,
): ModelEntry => {
  for (const [prefix, protocol] of Object.entries(filePrefixes)) {
    if (!id.startsWith(prefix)) continue;
    const file = id.slice(prefix.length);
    if (file === '') throw new InputFault(`The model "${id}" names no file. Write ${prefix}FILE.`);
    return ofFile(id, protocol, absolute(file));
  }
  const found = entries.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    entries.map((entry) => entry.id),
  );
  const fix = near === null ? '"touchstone models" lists those that there are.' : `Did you mean ${near}?`;
  throw new InputFault(`There is no model "${id}" in ${where}. ${fix}`);
};
