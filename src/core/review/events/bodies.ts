import type { Evidence } from '../form/answers';
import type { ActivitySegment } from './activity';
import type { Subject } from './subject';

/** Name of a file in `.touchstone/<study>/text/`: the salted hash of the text in it. */
export type TextRef = { readonly text: string };

export interface RubricRef {
  readonly id: string;
  readonly version: string;
  readonly hash: string;
}

/** What the automatic side looked like at that time. A later difference is "evidence changed", not another subject. */
export interface Seen {
  readonly run: string | null;
  readonly image: string | null;
  /** SHA-256 of the log, lower-case hex. */
  readonly log: string | null;
  readonly dataset: string | null;
}

/** `after-unblinding`: given when what is hidden from raters had been shown to this one. */
export type Phase = 'training' | 'main' | 'after-unblinding';

/** What was kept from the rater, and how: `screen` hides what the files on disk still tell, a `package` has no such files. */
export interface Hiding {
  readonly hidden: readonly string[];
  readonly by: 'screen' | 'package';
}

/** How an item came before a rater. */
export interface Sampling {
  /** Id of the queue. */
  readonly queue: string;
  /** Above 0 to 1: what a rate over such items is weighted by. */
  readonly probability: number;
}

export interface ItemOpenBody extends Partial<Sampling> {
  readonly subject: string;
  readonly of: Subject;
  readonly rubric: RubricRef;
  readonly phase: Phase;
  readonly visible: readonly string[];
  readonly seen: Seen;
  /** Absent: nothing was hidden. */
  readonly hiding?: Hiding;
}

/** Text evidence keeps its words in a side file: `input` holds the reference to all three. */
export type StoredEvidence = Exclude<Evidence, { kind: 'text' }> | { readonly kind: 'text'; readonly input: TextRef };

/** One answer: `value`, or `na`, or `cannot_judge`. A text criterion's words are a reference. */
export interface StoredAnswer {
  readonly id: string;
  readonly value?: unknown;
  readonly na?: true;
  readonly cannot_judge?: true;
  readonly severity?: string;
  readonly confidence?: number;
  readonly evidence: readonly StoredEvidence[];
}

export interface VerdictBody {
  readonly subject: string;
  readonly of: Subject;
  /** Id of the `assign` event, or of `item.open` without a plan. */
  readonly presentation: string;
  readonly rubric: RubricRef;
  /** Criteria that were shown, in the rubric's order. What was hidden is absent. */
  readonly criteria: readonly StoredAnswer[];
  readonly overall: StoredAnswer;
  /** 1 to 5; null where not asked. */
  readonly confidence: number | null;
  readonly taskDefect: readonly string[];
  readonly failureMode: string | null;
  readonly note: TextRef | null;
  readonly replies: Readonly<Record<string, TextRef>>;
  /** What was on screen: panes, and `model_name`, `judge`, `peers`. */
  readonly visible: readonly string[];
  readonly seen: Seen;
  /** Absent: nothing was hidden. */
  readonly hiding?: Hiding;
  readonly phase: Phase;
  readonly activity: readonly ActivitySegment[];
  /** Active milliseconds by idle threshold in milliseconds. */
  readonly activeMs: Readonly<Record<string, number>>;
  /** On `amend`: ids of the events that this one takes the place of. */
  readonly supersedes?: readonly string[];
  readonly reason?: TextRef;
}

export interface RetractBody {
  readonly subject: string;
  readonly presentation: string;
  readonly rubric: RubricRef;
  readonly supersedes: readonly string[];
  readonly reason: TextRef;
}

export interface SkipBody {
  readonly subject: string;
  readonly of: Subject;
  readonly presentation: string;
  readonly rubric: RubricRef;
  readonly reason: TextRef;
  readonly activity: readonly ActivitySegment[];
}

export interface UnblindBody {
  readonly subject: string;
  readonly presentation: string;
  /** What was opened: `model_name`, `tests`, `judge`, `gold`, ... */
  readonly opened: readonly string[];
}

/** Heads of other raters' chains, so that a tail cut there later is noticed. */
export interface CheckpointBody {
  readonly heads: readonly { readonly file: string; readonly seq: number; readonly hash: string }[];
}

/** Free text that was taken away on purpose. */
export interface EraseBody {
  /** Names of the side files. */
  readonly texts: readonly string[];
  /** The event whose words they were; null where a text was named by itself. */
  readonly of: string | null;
}

/** One of several verdicts that one rater gave on one item is said to count. */
export interface ResolveBody {
  readonly subject: string;
  readonly presentation: string;
  readonly rubric: RubricRef;
  /** Id of the verdict that counts. */
  readonly keeps: string;
  /** Ids of those that don't. */
  readonly supersedes: readonly string[];
}

/** Event types that Touchstone knows by body; others are kept and shown as they are. */
export interface EventBodies {
  readonly 'study.open': Readonly<Record<string, unknown>>;
  readonly 'rubric.publish': { readonly rubric: RubricRef; readonly document: unknown };
  readonly 'item.open': ItemOpenBody;
  readonly activity: { readonly presentation: string; readonly segments: readonly ActivitySegment[] };
  readonly verdict: VerdictBody;
  readonly amend: VerdictBody;
  readonly retract: RetractBody;
  readonly skip: SkipBody;
  readonly unblind: UnblindBody;
  readonly checkpoint: CheckpointBody;
  readonly erase: EraseBody;
  readonly resolve: ResolveBody;
}
