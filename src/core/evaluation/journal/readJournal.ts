import * as z from 'zod/mini';
import type { JournalEvent } from '../record';
import { ruleSetNames } from '../ruleSetName';

const texts = z.record(z.string(), z.string());

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gold') }),
  z.object({ kind: z.literal('base') }),
  z.object({ kind: z.literal('check') }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('files'), paths: z.array(z.string()) }),
  z.object({ kind: z.literal('patch'), model: z.string(), patch: z.string() }),
]);

const repository = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string() }),
  z.object({ kind: z.literal('bundle'), path: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);

const wish = z.object({
  datasetPath: z.string(),
  predictions: source,
  instanceIds: z.array(z.string()),
  runId: z.nullable(z.string()),
  rules: z.nullable(z.enum(ruleSetNames)),
  timeoutMs: z.nullable(z.number()),
  workers: z.nullable(z.int()),
  repeats: z.int().check(z.positive()),
  optimisation: z.optional(z.boolean()),
  again: z.union([z.boolean(), z.literal('no-verdict')]),
  settings: z.object({
    images: texts,
    testCommands: texts,
    repositories: texts,
    repository: z.nullable(repository),
  }),
  backend: z.nullable(z.enum(['docker', 'local'])),
  endpoint: z.nullable(z.string()),
});

const item = z.object({
  kind: z.enum(['intent', 'started', 'adopted', 'failed', 'result', 'removed']),
  instanceId: z.string(),
  model: z.string(),
  repeat: z.int(),
  at: z.string(),
  patchSha256: z.optional(z.nullable(z.string())),
  rules: z.optional(z.enum(ruleSetNames)),
  job: z.optional(z.string()),
  detail: z.optional(z.string()),
});

const event = z.union([
  item,
  z.object({
    kind: z.literal('opened'),
    at: z.string(),
    wish: z.nullable(wish),
    runs: z.array(z.string()),
    total: z.int(),
    kept: z.int(),
    resumed: z.boolean(),
  }),
  z.object({ kind: z.enum(['paused', 'resumed']), at: z.string() }),
  z.object({ kind: z.literal('closed'), at: z.string(), reason: z.enum(['done', 'cancelled', 'fault']) }),
]);

const eventOf = (line: string): JournalEvent | null => {
  try {
    const parsed = event.safeParse(JSON.parse(line));
    return parsed.success ? (parsed.data as JournalEvent) : null;
  } catch {
    return null;
  }
};

/**
 * The events of a journal, oldest first. A line that is none (the last one is torn where the process was killed, or the
 * disk was full) is left out and counted. Outcomes are left out: a result's own record says them.
 */
export const readJournal = (text: string): { readonly events: readonly JournalEvent[]; readonly broken: number } => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const events = lines.flatMap((line) => eventOf(line) ?? []);
  return { events, broken: lines.length - events.length };
};
