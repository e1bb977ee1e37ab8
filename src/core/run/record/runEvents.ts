import type { RunEvent } from './runRecord';

const kinds = new Set(['begun', 'attempt', 'sandbox', 'ended', 'stopped', 'resumed', 'done']);

const isEvent = (value: unknown): value is RunEvent => {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, instance } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !kinds.has(kind)) return false;
  return !['attempt', 'sandbox', 'ended'].includes(kind) || typeof instance === 'string';
};

/** The events of a run's file; lines that are none (a cut last one) are left out. */
export const readRunEvents = (text: string): readonly RunEvent[] =>
  text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isEvent(value) ? [value] : [];
    } catch {
      return [];
    }
  });

export type EndedEvent = RunEvent & { readonly kind: 'ended' };

export interface RunState {
  /** Null: nothing was begun. */
  readonly begun: (RunEvent & { readonly kind: 'begun' }) | null;
  /** The last end of each instance that was not begun anew since. */
  readonly ended: ReadonlyMap<string, EndedEvent>;
  /** Instances that were under way when the last process ended. */
  readonly underWay: ReadonlySet<string>;
  /** Ends since the run was last begun (not resumed). */
  readonly endedSinceBegun: ReadonlySet<string>;
  readonly isDone: boolean;
  readonly stopped: (RunEvent & { readonly kind: 'stopped' }) | null;
}

/** What an earlier process wrote, folded. Nothing in it is believed as a person's word. */
export const runStateOf = (events: readonly RunEvent[]): RunState => {
  const ended = new Map<string, EndedEvent>();
  const underWay = new Set<string>();
  const since = new Set<string>();
  let begun: RunState['begun'] = null;
  let stopped: RunState['stopped'] = null;
  let isDone = false;
  for (const event of events) {
    if (event.kind === 'done') isDone = true;
    else if (event.kind === 'stopped') stopped = event;
    else if (event.kind !== 'sandbox') [isDone, stopped] = [false, null];
    if (event.kind === 'begun') begun = event;
    if (event.kind === 'begun') since.clear();
    if (event.kind === 'attempt') underWay.add(event.instance);
    if (event.kind !== 'ended') continue;
    underWay.delete(event.instance);
    ended.set(event.instance, event);
    since.add(event.instance);
  }
  return { begun, ended, underWay, endedSinceBegun: since, isDone, stopped };
};

/** Whether an attempt left nothing to evaluate, or came to its end by a fault: what `--again failed` does once more. */
export const hasFailed = ({ fault, patchHash, status }: EndedEvent): boolean =>
  fault !== null || patchHash === null || (status !== 'submitted' && status !== 'submitted_empty');
