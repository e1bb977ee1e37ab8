/** A line of `trajectories/<instance>.states.jsonl`: the diff from base after a step of the trajectory (from 1). */
interface StateLine {
  readonly step: number;
  readonly patch?: string;
  /** Instead of `patch` where nothing changed since the line before. */
  readonly same?: true;
}

/** A line for a step, with its newline. `before`: the patch of the line before; null: it is the first. */
export const stateLine = (step: number, patch: string, before: string | null): string => {
  const line: StateLine = patch === before ? { step, same: true } : { step, patch };
  return `${JSON.stringify(line)}\n`;
};

/** The last line, once the trajectory is whole: `hash` is its bytes' SHA-256 in lower-case hex. */
export const statesSeal = (hash: string): string => `${JSON.stringify({ trajectory: hash })}\n`;

/** The hash in the last line that has one; null: none has, for the attempt came to no end of its own. */
export const sealOf = (text: string): string | null =>
  [...text.matchAll(/^\{"trajectory":"([0-9a-f]{64})"\}\r?$/gm)].at(-1)?.[1] ?? null;

const asLine = (text: string): StateLine | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { step, patch, same } = value as Record<string, unknown>;
    if (!Number.isInteger(step) || Number(step) < 1) return null;
    if (typeof patch === 'string') return { step: Number(step), patch };
    return same === true ? { step: Number(step), same } : null;
  } catch {
    return null;
  }
};

/** The patch after each step that has one, by step. Outside data: what is no line of this form is passed over. */
export const readStates = (text: string): ReadonlyMap<number, string> => {
  const states = new Map<number, string>();
  let last: string | null = null;
  for (const line of text.split('\n')) {
    const read = asLine(line);
    if (read === null) continue;
    last = read.patch ?? last;
    if (last !== null) states.set(read.step, last);
  }
  return states;
};

/** Name of the side file of an instance's trajectory, below `trajectories/`. */
export const statesName = (instanceId: string): string => `${instanceId}.states.jsonl`;
