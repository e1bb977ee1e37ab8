import * as z from 'zod/mini';

const stages = ['no-testbed', 'not-applied', 'tested'] as const;
const rungs = ['git-apply', 'git-apply-3way', 'git-apply-reject', 'patch-fuzz', 'already-applied'] as const;

const shape = z.object({
  stage: z.enum(stages),
  rung: z.nullable(z.enum(rungs)),
  testbed: z.nullable(z.enum(['image', 'bundle'])),
  testExit: z.nullable(z.int()),
  timedOut: z.boolean(),
  testSeconds: z.nullable(z.int()),
  leftovers: z.int(),
  /** Processes of the container that the kernel killed for want of memory: some engines don't notice. */
  memoryKills: z.optional(z.int()),
});

/** What the entry script wrote last. The code under test could have written it too: it is read as outside data. */
export type ScriptResult = z.infer<typeof shape>;

/** Null where the file is missing or is not what the script writes. */
export const readScriptResult = (bytes: Uint8Array | undefined): ScriptResult | null => {
  if (bytes === undefined) return null;
  try {
    const parsed = shape.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};
