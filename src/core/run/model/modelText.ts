import type { ModelEntry } from './modelEntry';
import { originOf } from './studyModels';

const dollars = (price: number): string => `$${price.toFixed(price !== 0 && price < 0.1 ? 3 : 2)}`;

const priceText = ({ prices }: ModelEntry): string => {
  const parts = [
    ['in', prices?.input ?? null],
    ['out', prices?.output ?? null],
  ] as const;
  const known = parts.flatMap(([word, price]) => (price === null ? [] : [`${dollars(price)} ${word}`]));
  return known.length === parts.length ? `${known.join(', ')} per million tokens` : 'price unknown';
};

const placeText = (entry: ModelEntry): string => {
  if (entry.file !== null) return `replies of ${entry.file}`;
  const origin = originOf(entry);
  return origin === null ? `${entry.model} of the editor` : `${entry.model} at ${origin.replace(/^https?:\/\//, '')}`;
};

/** `gpt-5-mini at api.openai.com, $0.25 in, $2.00 out per million tokens`. */
export const modelText = (entry: ModelEntry): string => `${placeText(entry)}, ${priceText(entry)}`;
