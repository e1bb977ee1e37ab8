import * as z from 'zod/mini';
import { parsePythonJson } from '../../shared/pythonJson';
import { err, ok, type Result } from '../../shared/result';

/** Whose tree a timed run had. */
export const timedTrees = ['base', 'gold', 'model'] as const;
export type TimedTree = (typeof timedTrees)[number];

const seconds = z.number().check(z.gte(0), z.lte(10_000_000));

const runShape = z.object({
  /** 0 warms up and doesn't count. */
  round: z.int().check(z.gte(0), z.lte(100_000)),
  tree: z.enum(timedTrees),
  /** From 1, within its round. */
  place: z.int().check(z.gte(1), z.lte(3)),
  /** Wall-clock seconds; null where the tests' beginning or end wasn't seen. */
  wall: z.nullable(seconds),
  user: z.nullable(seconds),
  sys: z.nullable(seconds),
  /** Exit code of the tests by their own marker; null where there is none. */
  testExit: z.nullable(z.int()),
  timedOut: z.boolean(),
});

/** One run of the tests on one tree. */
export type TimedRun = z.infer<typeof runShape>;

const shape = z.object({
  /** `tests`: between the markers of the test section. `script`: all of the eval script, since it has no markers. */
  timed: z.enum(['tests', 'script']),
  /** Whether time ran out before all rounds were run. */
  cutShort: z.boolean(),
  runs: z.array(runShape),
});

/** `timings.json`, as the script of a timed job writes it. */
export type Timings = z.infer<typeof shape>;

/** What the times are of; `required`: the tests to speed up, by their runner's own word. */
export type TimedPart = Timings['timed'] | 'required';

/** Runs with the times that count. */
export interface CountedTimings extends Omit<Timings, 'timed'> {
  readonly timed: TimedPart;
}

/**
 * The same with each run's own time of the tests to speed up; null where a run that counts has none. A run that ran out
 * of time keeps its limit.
 */
export const byOwnTimes = (timings: Timings, own: (run: TimedRun) => number | null): CountedTimings | null => {
  const runs = timings.runs.map((run) => ({ ...run, wall: run.timedOut ? run.wall : own(run) }));
  const lacking = runs.some(({ wall, round }) => round > 0 && wall === null);
  return lacking || runs.length === 0 ? null : { ...timings, timed: 'required', runs };
};

/** Reads `timings.json`; the code under test could have written it, so it is outside data. The error says what is wrong. */
export const readTimings = (text: string): Result<Timings, string> => {
  const document = parsePythonJson(text);
  if (document === undefined) return err('timings.json is no JSON');
  const parsed = shape.safeParse(document);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(`timings.json: ${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'not as expected'}`);
};
