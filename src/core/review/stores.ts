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

/** Where a chain ends. */
export interface ChainHead {
  /** The chain's name, the same for everybody who has the study: below its root, with `/`. */
  readonly file: string;
  readonly rater: string;
  readonly seq: number;
  readonly hash: string;
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
  /** null where it was erased, or where the file holds something else than was written. */
  read(ref: TextRef): Promise<string | null>;
  /** Takes texts away for good; names that are gone already are passed over. Rejects like `EventLog.append`. */
  erase(names: readonly string[]): Promise<void>;
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

/**
 * All that judging needs of a store, as one rater has it. Files in a git clone are one implementation; a server is
 * another, which keeps the same events.
 */
export interface ReviewStore {
  readonly events: EventLog;
  readonly texts: TextStore;
  readonly drafts: DraftStore;
  /** Every event of every rater, fresh on each call; chain after chain, each in its order. */
  readEvents(): AsyncIterable<TouchstoneEvent>;
  /** Every chain's end, without reading the chains. */
  heads(): Promise<readonly ChainHead[]>;
}
