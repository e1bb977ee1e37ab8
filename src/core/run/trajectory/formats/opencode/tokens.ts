import { fieldsAt, numberAt } from '../../fields';
import type { Usage } from '../../step';
import { noUsage, sumKnown } from '../usageSum';

/** `{ input, output, reasoning, cache: { read, write } }`; its input leaves out what was cached, ours does not. */
export const opencodeTokens = (value: unknown): Usage | null => {
  const tokens = fieldsAt(value, 'tokens');
  const [input, output] = [numberAt(tokens, 'input'), numberAt(tokens, 'output')];
  if (input === null && output === null) return null;
  const cached = numberAt(tokens, 'cache', 'read');
  const cacheWrite = numberAt(tokens, 'cache', 'write');
  const prompt = sumKnown(input, cached, cacheWrite);
  return { ...noUsage, prompt, cached, cacheWrite, completion: output, reasoning: numberAt(tokens, 'reasoning') };
};

export const opencodeCost = (value: unknown): number | null =>
  numberAt(value, 'cost') ?? numberAt(value, 'cost', 'usd');

export const addUsage = (all: readonly Usage[]): Usage | null => {
  if (all.length === 0) return null;
  return {
    prompt: sumKnown(...all.map(({ prompt }) => prompt)),
    cached: sumKnown(...all.map(({ cached }) => cached)),
    cacheWrite: sumKnown(...all.map(({ cacheWrite }) => cacheWrite)),
    completion: sumKnown(...all.map(({ completion }) => completion)),
    reasoning: sumKnown(...all.map(({ reasoning }) => reasoning)),
  };
};
