import * as z from 'zod/mini';
import { optimisationWords, ratioWords } from './optimisationWords';

const figure = z.nullable(z.number());

const ratioShape = z.object({
  value: figure,
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
  n: z.int(),
  reason: z.nullable(z.string()),
});

const shape = z.object({
  score: z.nullable(z.literal([0, 1])),
  reason: z.string(),
  model: ratioShape,
  gold: ratioShape,
  warnings: z.array(z.string()),
});

/** As much of a stored `Optimisation` as a page shows. */
export type RecordedOptimisation = z.infer<typeof shape>;

const recordShape = z.object({ optimisation: shape });

/** `optimisation` of our own `result.json`; null where the patch was not timed, or the file holds something else. */
export const recordedOptimisation = (document: unknown): RecordedOptimisation | null => {
  const read = recordShape.safeParse(document);
  return read.success ? read.data.optimisation : null;
};

/** `optimisation score 1: its tests take 4% of the base's time (...), below 80%; gold takes 3% of the base's time (...)`. */
export const recordedWords = (timed: RecordedOptimisation): string => {
  const { gold } = timed;
  return `${optimisationWords(timed)}${gold.value === null ? '' : `; gold takes ${ratioWords(gold)}`}`;
};
