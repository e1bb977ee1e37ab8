import type { Problem } from '../../shared/problem';
import { readAddress } from './address';
import type { ModelEntry } from './modelEntry';
import type { ModelsReading } from './modelsFile';

/** Addresses that a protocol has by itself. */
export const usualAddress: Readonly<Partial<Record<ModelEntry['protocol'], string>>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
};

/** Where a model is asked, as scheme and host; null: nowhere on a network. */
export const originOf = ({ protocol, baseUrl }: Pick<ModelEntry, 'protocol' | 'baseUrl'>): string | null => {
  const address = baseUrl ?? usualAddress[protocol] ?? null;
  return address === null ? null : (readAddress(address)?.origin ?? null);
};

/** Providers' own keys, which their own addresses may have without an entry of the user's. */
const usualKeys: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'https://api.openai.com',
  ANTHROPIC_API_KEY: 'https://api.anthropic.com',
  OPENROUTER_API_KEY: 'https://openrouter.ai',
};

const mayHave = ({ keyName, ...entry }: ModelEntry, own: readonly ModelEntry[]): boolean => {
  const origin = originOf(entry);
  if (keyName === null || origin === null || usualKeys[keyName] === origin) return true;
  return own.some((one) => one.keyName === keyName && originOf(one) === origin);
};

/**
 * The entries of a study's own models file before those of the user's. A study may come from a stranger: an entry of its
 * file that would send a key to an address for which the user has no entry with that key is left out and said.
 */
export const withStudyModels = (own: ModelsReading, study: ModelsReading | null, where: string): ModelsReading => {
  if (study === null) return own;
  const refused: Problem[] = [];
  const taken = study.entries.filter((entry) => {
    if (mayHave(entry, own.entries)) return true;
    const reason = `"${entry.id}" would send the key ${entry.keyName} to ${originOf(entry)}. If you trust that address, add an entry with this key and address to your own models file.`;
    refused.push({ where, field: 'key', reason });
    return false;
  });
  const ids = new Set(taken.map(({ id }) => id));
  return {
    entries: [...taken, ...own.entries.filter(({ id }) => !ids.has(id))],
    problems: [...study.problems, ...refused, ...own.problems],
  };
};
