import type { TouchstoneEvent } from '../core/review/events/event';
import type { DraftStore, EventLog, TextStore } from '../core/review/stores';
import type { Sha256 } from '../core/shared/hash';

export interface VerdictPorts {
  readonly events: EventLog;
  readonly texts: TextStore;
  readonly drafts: DraftStore;
  /** Every event of the study's folder, fresh on each call. */
  readEvents(): AsyncIterable<TouchstoneEvent>;
  readonly sha256: Sha256;
}
