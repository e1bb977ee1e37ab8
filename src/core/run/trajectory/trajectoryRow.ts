import type { Trajectory, TrajectoryStatus } from './trajectory';

/** What a table says of one trajectory's head. Null: not recorded. */
export interface TrajectoryFacts {
  /** Of its format, as `inspect` says it, and as people are told. */
  readonly format: string;
  readonly title: string;
  readonly version: string | null;
  readonly instanceId: string | null;
  readonly runId: string | null;
  readonly agent: string | null;
  readonly model: string | null;
  readonly status: TrajectoryStatus;
  readonly rawStatus: string | null;
  /** What the file itself says of an evaluation. */
  readonly resolved: boolean | null;
  readonly steps: number;
  /** Calls of the model as the run counted them. */
  readonly apiCalls: number | null;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly completion: number | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Characters of the final patch. */
  readonly patchLength: number | null;
  /** Its bytes in UTF-8, by which it is told from other patches of the same instance. */
  readonly patchBytes: number | null;
}

/** One trajectory of a folder, or a file of it that should be one and can't be read. */
export interface TrajectoryRow {
  /** What opens it, with `which` (its place among those of the file, from 0): absolute path of a file or folder. */
  readonly path: string;
  readonly which: number;
  /** Null where nothing could be read. */
  readonly facts: TrajectoryFacts | null;
  /** What could not be read, with file, byte and reason: the first, and how many more there are. Null: nothing. */
  readonly fault: string | null;
}

const sumOf = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);

/** The facts of a head; `title` of its format, `steps` as they were counted. */
export const factsOf = (head: Trajectory, title: string, steps: number): TrajectoryFacts => {
  const { format, version, instanceId, runId, agent, model, status, rawStatus, resolved, totals } = head;
  const { apiCalls, costUsd, prompt, completion } = totals;
  const { startedAt, endedAt, finalPatch } = head;
  const said = { format, title, version, instanceId, runId, agent, model, status, rawStatus, resolved };
  const sums = { steps, apiCalls, costUsd, tokens: sumOf(prompt, completion), completion };
  const patchBytes = finalPatch === null ? null : new TextEncoder().encode(finalPatch.text).length;
  return { ...said, ...sums, startedAt, endedAt, patchLength: finalPatch?.text.length ?? null, patchBytes };
};
