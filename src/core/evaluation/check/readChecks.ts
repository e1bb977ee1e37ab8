import * as z from 'zod/mini';
import { ruleSetNames } from '../ruleSetName';
import type { DatasetCheck } from './datasetCheck';
import { defectKinds } from './defect';

const count = z.int().check(z.nonnegative());
const line = z.nullable(z.int().check(z.positive()));
const text = z.string();
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const side = z.enum(['base', 'gold']);

/** A folder below the one that holds `checks/`: it never leads out of it, whoever wrote the file. */
const folder = z
  .string()
  .check(z.refine((path) => path !== '' && !/^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/.test(path)));

const evidence = z.object({
  side,
  repeat: z.int().check(z.positive()),
  folder,
  line,
  test: z.nullable(text),
  text: z.nullable(text),
});

const rate = z.object({
  side,
  name: text,
  required: z.enum(['FAIL_TO_PASS', 'PASS_TO_PASS']),
  passed: count,
  of: count,
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
});

const defect = z.object({
  kind: z.enum(defectKinds),
  words: text,
  evidence: z.array(evidence),
  more: count,
  rates: z.optional(z.array(rate)),
});

const outcome = z.union([
  z.object({ kind: z.literal('resolved') }),
  z.object({ kind: z.literal('unresolved'), reason: z.enum(['tests', 'ungradeable']) }),
  z.object({ kind: z.literal('scored'), name: text, value: z.number(), max: z.nullable(z.number()) }),
  z.object({
    kind: z.literal('none'),
    reason: z.enum(['empty', 'not-applied', 'time-out', 'error', 'infrastructure']),
    detail: z.optional(text),
  }),
]);

const ran = z.object({
  outcomes: z.array(outcome),
  testSeconds: z.array(z.nullable(z.number())),
  folders: z.array(folder),
});

const names = z.object({ names: z.array(text), total: count });

/** What later versions add is kept as it is. */
const shape = z.looseObject({
  schema: z.literal('touchstone-dataset-check/1'),
  dataset: text,
  instanceId: text,
  rowSha256: hash,
  goldSha256: z.nullable(hash),
  testSha256: z.nullable(hash),
  rules: z.enum(ruleSetNames),
  engine: z.nullable(
    z.looseObject({
      name: z.enum(['docker', 'local']),
      version: text,
      architecture: text,
      endpoint: text,
      warnings: z.array(text),
    }),
  ),
  image: z.nullable(z.looseObject({ name: text, digest: z.nullable(text) })),
  limits: z.looseObject({
    memoryBytes: z.number(),
    cpus: z.number(),
    pids: z.number(),
    fileBytes: z.number(),
    diskBytes: z.number(),
  }),
  timeoutSeconds: z.number(),
  repeats: count,
  base: ran,
  gold: ran,
  observed: z.object({
    repairsPassAtBase: names,
    repairsFailWithGold: names,
    keptFailAtBase: names,
    keptFailWithGold: names,
    absentAtBase: names,
    absentWithGold: names,
    undeclaredRepairs: names,
    undeclaredBreaks: names,
  }),
  defects: z.array(defect),
  notSeen: z.array(text),
  at: text,
});

export type ReadCheck =
  | { readonly kind: 'check'; readonly check: DatasetCheck; readonly line: number }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: string };

const readLine = (text: string, line: number): ReadCheck => {
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    if (parsed.success) return { kind: 'check', check: parsed.data as DatasetCheck, line };
    const [issue] = parsed.error.issues;
    return {
      kind: 'broken',
      line,
      reason: `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'unreadable'}`,
    };
  } catch (error) {
    return { kind: 'broken', line, reason: error instanceof Error ? error.message : String(error) };
  }
};

/** Reads a file of checks; empty lines are passed over, and a line that is none is said. */
export const readChecks = (text: string): readonly ReadCheck[] =>
  text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));

/** The text of a file of checks: a line each. */
export const checksText = (checks: readonly DatasetCheck[]): string =>
  checks.map((check) => `${JSON.stringify(check)}\n`).join('');
