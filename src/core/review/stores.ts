import type { ActivitySegment } from './events/activity';
import type { TextRef } from './events/bodies';
import type { TouchstoneEvent } from './events/event';
import type { FormAnswers } from './form/answers';

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
