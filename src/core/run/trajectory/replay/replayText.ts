import * as z from 'zod/mini';
import type { ReplayRecord } from './replayRecord';

const repeated = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same') }),
  z.object({ kind: z.literal('parted'), at: z.nullable(z.int()), recorded: z.string(), seen: z.string() }),
  z.object({ kind: z.literal('not-run'), why: z.string() }),
]);

const step = z.object({
  idx: z.int(),
  repeated,
  exitCode: z.nullable(z.int()),
  /** Place among `patches`. */
  patch: z.nullable(z.int()),
  isExact: z.boolean(),
  wallMs: z.number(),
});

const shape = z.object({
  version: z.literal(1),
  trajectoryHash: z.string(),
  image: z.nullable(z.string()),
  baseCommit: z.nullable(z.string()),
  startedAt: z.number(),
  patches: z.array(z.string()),
  finalPatch: repeated,
  steps: z.array(step),
});

/** A replay as a text: each patch once, for most steps change no file. */
export const writeReplay = (record: ReplayRecord): string => {
  const places = new Map<string, number>();
  const placeOf = (patch: string): number => {
    const place = places.get(patch) ?? places.size;
    places.set(patch, place);
    return place;
  };
  const steps = record.steps.map((one) => ({ ...one, patch: one.patch === null ? null : placeOf(one.patch) }));
  return `${JSON.stringify({ version: 1, ...record, steps, patches: [...places.keys()] })}\n`;
};

/** Null where the text is no replay of ours, or a damaged one. */
export const readReplay = (text: string): ReplayRecord | null => {
  try {
    const read = shape.safeParse(JSON.parse(text));
    if (!read.success) return null;
    const { version: _version, patches, steps, ...rest } = read.data;
    if (steps.some(({ patch }) => patch !== null && patches[patch] === undefined)) return null;
    return {
      ...rest,
      steps: steps.map((one) => ({ ...one, patch: one.patch === null ? null : (patches[one.patch] ?? null) })),
    };
  } catch {
    return null;
  }
};
