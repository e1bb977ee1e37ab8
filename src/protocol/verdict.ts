import type { ActivitySegment } from '../core/review/events/activity';
import type { Evidence, FormAnswers, PlaceEvidence } from '../core/review/form/answers';
import type { FormContext } from '../core/review/form/formContext';
import type { Rubric } from '../core/review/rubric/rubric';

/** A verdict of this rater on this item that is already stored. */
export interface SavedVerdict {
  /** Id of the event that stands now (the verdict, or its latest amendment). */
  readonly event: string;
  /** RFC 3339. */
  readonly at: string;
  readonly answers: FormAnswers;
}

/** One line of the item's history: a verdict, an amendment, a retraction, a skip. */
export interface HistoryEntry {
  readonly event: string;
  readonly at: string;
  /** For example `Verdict`, `Amended after unblinding`. */
  readonly label: string;
  /** Label of the overall answer; null where the event has none. */
  readonly overall: string | null;
  readonly reason: string | null;
}

/** One automatic figure shown after the verdict, in words; `mark` picks icon and colour, never colour alone. */
export interface RevealedFact {
  readonly name: string;
  readonly value: string;
  readonly mark: 'resolved' | 'unresolved' | 'none' | 'differs' | 'plain';
  /** Longer text below it, for example a judge's rationale; plain text. */
  readonly detail: string | null;
}

export interface VerdictItem {
  /** Subject hash; with `presentation` it names this form and its draft. */
  readonly subject: string;
  /** Id of the `item.open` (or `assign`) event. */
  readonly presentation: string;
  readonly instanceId: string;
  /** Blind name of what is judged, for example `A`; null for an instance. */
  readonly label: string | null;
  /** Neutral name of the queue, for example `Mine`. */
  readonly queue: string;
  /** Place in the queue from 1; null where the item was opened by itself. */
  readonly position: { readonly index: number; readonly total: number } | null;
  /** Milliseconds of active time; null where unknown yet. */
  readonly pace: { readonly medianMs: number | null; readonly today: number; readonly leftMs: number | null };
  /** The problem statement, as text. */
  readonly statement: string;
  /** Names in words, for example `model`, `judge`, `other raters`. */
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  readonly rubric: Rubric;
  /** Lower-case hex SHA-256 of the rubric. */
  readonly rubricHash: string;
  readonly context: FormContext;
  readonly draft: FormAnswers | null;
  /** Activity so far where a draft goes on; the view adds to it and hands back the whole. */
  readonly activity?: readonly ActivitySegment[];
  readonly saved: SavedVerdict | null;
  readonly history: readonly HistoryEntry[];
  /** What was hidden, opened by the verdict; null while blind or where nothing is to be shown. */
  readonly revealed: readonly RevealedFact[] | null;
  /** Places that the dataset check found, for the person to add; absent where there are none. */
  readonly offered?: readonly PlaceEvidence[];
  /** What is judged; absent: a prediction. */
  readonly unit?: Rubric['unit'];
  /** What the head says first; absent: nothing. */
  readonly notice?: string;
  /** This rater's verdict on the same prediction when it had another patch; absent where there is none. */
  readonly otherPatch?: OtherPatch;
  /** Active milliseconds so far on this item (a resumed draft goes on from there). */
  readonly activeMs: number;
}

/** A mode that signs in a trajectory speak for: a guess, never ticked. */
export interface SuggestedMode {
  readonly mode: string;
  readonly strength: 'strong' | 'medium' | 'weak';
  /** What was seen, in a sentence. */
  readonly text: string;
  /** The first steps that show it, from 1. */
  readonly steps: readonly number[];
}

/**
 * `same`: found where it was; `moved`: found by its content elsewhere; `drifted`: it isn't there as it was; `unknown`:
 * it can't be looked at now.
 */
export type PlaceState = 'same' | 'moved' | 'drifted' | 'unknown';

/** A verdict that is bound to another patch than the one that is here now. */
export interface OtherPatch {
  /** Lower-case hex SHA-256; null: there was no patch. */
  readonly patchHash: string | null;
  /** RFC 3339. */
  readonly at: string;
  /** Of the patch that is here now. */
  readonly now: string | null;
}

/** What the view shows: an item, or why there is none and what would fill the queue. */
export type Shown =
  | { readonly kind: 'item'; readonly item: VerdictItem }
  | { readonly kind: 'none'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };

export interface Submission {
  readonly presentation: string;
  readonly answers: FormAnswers;
  readonly activity: readonly ActivitySegment[];
  /** Where a saved verdict is amended: the event superseded and the reason, never blank. */
  readonly amends: { readonly event: string; readonly reason: string } | null;
  /** Ids of the host's questions (`ask`) that the rater answered with "Submit anyway". */
  readonly confirmed: readonly string[];
}

/**
 * `saved` only after fsync. `ask`: the host has a question first ("1 file not opened. Submit anyway?").
 * `refused`: the answers break the rubric. `notSaved`: nothing was written, the draft is kept.
 */
export type SubmitResult =
  | { readonly kind: 'saved'; readonly item: VerdictItem }
  | { readonly kind: 'ask'; readonly id: string; readonly text: string }
  | { readonly kind: 'refused'; readonly messages: readonly string[] }
  | { readonly kind: 'notSaved'; readonly message: string };

/** What the host offers to the verdict view. `undefined` is the argument of those that take none. */
export type VerdictHostApi = {
  /** First call of the view; the answer is what to show now. */
  load(none: undefined): Promise<Shown>;
  /** Keeps the draft in the cache; RFC 3339 time of the save. Rejects with the words to show. */
  saveDraft(draft: {
    readonly presentation: string;
    readonly answers: FormAnswers;
    readonly activity: readonly ActivitySegment[];
  }): Promise<{ readonly at: string }>;
  /** Takes the selection in diff, log or trajectory; null where there is none (the host says what to select). */
  addEvidence(wanted: { readonly presentation: string; readonly criterion: string }): Promise<Evidence | null>;
  /** A step of the trajectory that is judged as evidence; null where it is not there. */
  stepEvidence(wanted: { readonly idx: number }): Promise<Evidence | null>;
  /** What rules guess of the trajectory that is judged, with its steps; null where there is nothing to tell. */
  suggestions(none: undefined): Promise<readonly SuggestedMode[] | null>;
  /** Whether each place is still what it was, in the same order. */
  places(asked: { readonly evidence: readonly Evidence[] }): Promise<readonly PlaceState[]>;
  /** The panes of a stage that has been opened are put beside the form. */
  showPanes(stage: { readonly panes: readonly string[] }): Promise<null>;
  /** Opens the verdict that is bound to the patch of before (`VerdictItem.otherPatch`). */
  openOther(none: undefined): Promise<Shown>;
  /** Opens the place of an evidence beside. */
  openEvidence(evidence: Evidence): Promise<null>;
  submit(submission: Submission): Promise<SubmitResult>;
  /** The next item of the queue. */
  next(none: undefined): Promise<Shown>;
  skip(skipped: {
    readonly presentation: string;
    readonly reason: string;
    readonly activity: readonly ActivitySegment[];
  }): Promise<SubmitResult>;
  retract(retraction: {
    readonly presentation: string;
    readonly event: string;
    readonly reason: string;
  }): Promise<SubmitResult>;
  /** The rater's last stored verdict, to be amended or retracted; null where there is none in this session. */
  lastVerdict(none: undefined): Promise<VerdictItem | null>;
  openStatement(none: undefined): Promise<null>;
  openInstructions(none: undefined): Promise<null>;
  /** For the context key `touchstone.focus`; false also while a text field has the focus. */
  focusChanged(focus: { readonly keys: boolean }): Promise<null>;
};

/** What the verdict view offers to the host. */
export type VerdictViewApi = {
  show(shown: Shown): null;
  /** Evidence added from the other side (`Alt+E`, a CodeLens); null criterion is the focused one. */
  evidenceAdded(added: { readonly criterion: string | null; readonly evidence: Evidence }): null;
  /** A key of the table as `KeyboardEvent.key`, `Ctrl+Enter` for that; for commands that a person bound anew. */
  press(pressed: { readonly key: string }): null;
  /** Says something in the foot and to the screen reader. */
  announce(message: { readonly text: string; readonly kind: 'info' | 'error' }): null;
};
