import type { ActivitySegment } from '../core/review/events/activity';
import type { TextRef } from '../core/review/events/bodies';
import type { TouchstoneEvent } from '../core/review/events/event';
import type { FormAnswers } from '../core/review/form/answers';
import type { Sha256 } from '../core/shared/hash';

export interface EventToSave {
  /** Drawn (a ULID) where it is left out. */
  readonly id?: string;
  readonly type: string;
  readonly body: object;
}

/** The rater's own chain. */
export interface EventLog {
  /** Resolves once the event is on the disk; rejects with an EnvironmentFault ("Not saved: ..."), nothing written. */
  append(event: EventToSave): Promise<TouchstoneEvent>;
  close(): Promise<void>;
}

export interface PreparedText {
  readonly ref: TextRef;
  /** Content of the side file. */
  readonly words: string;
}

/** Free text, in files of its own that can be erased. */
export interface TextStore {
  prepare(text: string): PreparedText;
  /** Writes durably, before the event that refers to it. Rejects like `EventLog.append`. */
  save(prepared: readonly PreparedText[]): Promise<void>;
  /** null where it was erased. */
  read(ref: TextRef): Promise<string | null>;
}

export interface Draft {
  readonly answers: FormAnswers;
  readonly activity: readonly ActivitySegment[];
}

export interface DraftStore {
  read(presentation: string): Promise<Draft | null>;
  save(presentation: string, draft: Draft): Promise<void>;
  drop(presentation: string): Promise<void>;
}

export interface VerdictPorts {
  readonly events: EventLog;
  readonly texts: TextStore;
  readonly drafts: DraftStore;
  /** Every event of the study's folder, fresh on each call. */
  readEvents(): AsyncIterable<TouchstoneEvent>;
  readonly sha256: Sha256;
}
