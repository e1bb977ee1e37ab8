import { itemName } from '../../run/schedule/runBoard';
import type { ItemEvent, JournalEvent, RunEvent } from '../record';

export type OpenedEvent = Extract<RunEvent, { readonly kind: 'opened' }>;

/** What a journal says of a run, folded from all of its events. */
export interface RunState {
  /** When the run began that is or was going on last; resumptions belong to it. Null where none ever did. */
  readonly began: OpenedEvent | null;
  /** Null while it goes on, or where its process was killed. */
  readonly closed: 'done' | 'cancelled' | 'fault' | null;
  /** By item name: results since the run began, resumptions included. */
  readonly results: ReadonlyMap<string, ItemEvent>;
  /** By item name: what was begun and has no result yet. */
  readonly open: ReadonlyMap<string, ItemEvent>;
}

const isItem = (event: JournalEvent): event is ItemEvent => 'instanceId' in event;

/** Folds a journal. An `opened` that doesn't resume begins anew: earlier results no longer count as the run's own. */
export const runStateOf = (events: readonly JournalEvent[]): RunState => {
  let began: OpenedEvent | null = null;
  let closed: RunState['closed'] = null;
  const results = new Map<string, ItemEvent>();
  const open = new Map<string, ItemEvent>();
  for (const event of events) {
    if (event.kind === 'opened') {
      closed = null;
      if (event.resumed && began !== null) continue;
      began = event;
      results.clear();
    } else if (event.kind === 'closed') closed = event.reason;
    else if (isItem(event)) {
      if (event.kind === 'intent') open.set(itemName(event), event);
      if (event.kind !== 'result') continue;
      open.delete(itemName(event));
      results.set(itemName(event), event);
    }
  }
  return { began, closed, results, open };
};
