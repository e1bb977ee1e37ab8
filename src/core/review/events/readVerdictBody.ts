import * as z from 'zod/mini';
import type { VerdictBody } from './bodies';

const textRef = z.looseObject({ text: z.string() });
const storedEvidence = z.union([
  z.looseObject({ kind: z.literal('text'), input: textRef }),
  z.looseObject({ kind: z.enum(['diff', 'file', 'step', 'test', 'log']), label: z.string() }),
]);
const storedAnswer = z.looseObject({
  id: z.string(),
  value: z.optional(z.unknown()),
  severity: z.optional(z.string()),
  confidence: z.optional(z.number()),
  evidence: z.array(storedEvidence),
});

const verdictBody = z.looseObject({
  subject: z.string(),
  presentation: z.string(),
  rubric: z.looseObject({ id: z.string(), version: z.string(), hash: z.string() }),
  criteria: z.array(storedAnswer),
  overall: storedAnswer,
  confidence: z.nullable(z.number()),
  taskDefect: z.array(z.string()),
  failureMode: z.nullable(z.string()),
  note: z.nullable(textRef),
  replies: z.record(z.string(), textRef),
  visible: z.array(z.string()),
});

/** Reads a whole verdict or amendment; null where the body isn't one that this program understands. */
export const readVerdictBody = (body: unknown): VerdictBody | null => {
  const read = verdictBody.safeParse(body);
  return read.success ? (read.data as unknown as VerdictBody) : null;
};
