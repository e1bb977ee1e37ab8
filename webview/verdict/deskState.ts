import type { ActivitySegment } from '../../src/core/review/events/activity';
import { emptyAnswers, type FormAnswers, type PlaceEvidence } from '../../src/core/review/form/answers';
import type { KeyState } from '../../src/core/review/keys/keyState';
import { firstStop } from '../../src/core/review/keys/press';
import type { Stop } from '../../src/core/review/keys/stops';
import type { PlaceState, Shown, SuggestedMode, VerdictItem } from '../../src/protocol/verdict';

/** `rating`: a first verdict; `saved`: it stands; `amending`: it stands and another is being written over it. */
export type Mode = 'rating' | 'saved' | 'amending';

/** A question of the view itself, answered before anything else goes on. */
export type Panel =
  | { readonly kind: 'skip' | 'undo'; readonly reason: string }
  | { readonly kind: 'ask'; readonly id: string; readonly text: string }
  | { readonly kind: 'help' };

export interface Foot {
  readonly text: string;
  readonly kind: 'info' | 'saved' | 'error';
}

/** Everything that the view shows, and where the keyboard stands in it. */
export interface DeskState {
  readonly shown: Shown | { readonly kind: 'loading' };
  readonly answers: FormAnswers;
  readonly stop: Stop;
  readonly mode: Mode;
  readonly panel: Panel | null;
  /** Why the stored verdict is amended; required before that is submitted. */
  readonly amendReason: string;
  /** What the last try to submit lacked. */
  readonly messages: readonly string[];
  readonly foot: Foot;
  readonly busy: boolean;
  readonly activity: readonly ActivitySegment[];
  readonly confirmed: readonly string[];
  /** What rules guess of a trajectory; null: nothing, or not told. */
  readonly suggestions: readonly SuggestedMode[] | null;
  /** Places that are not what they were when they were marked, by `placeKey`. */
  readonly places: Readonly<Record<string, PlaceState>>;
}

/** One place of evidence among those of a form. */
export const placeKey = ({ kind, path, side, range, contentHash }: PlaceEvidence): string =>
  JSON.stringify([kind, path, side, range, contentHash]);

/** What outlives a reload of the page. */
export interface Kept {
  readonly presentation: string;
  readonly answers: FormAnswers;
  readonly stop: Stop;
  readonly mode: Mode;
  readonly amendReason: string;
  readonly activity: readonly ActivitySegment[];
}

const quiet: Foot = { text: '', kind: 'info' };
const nowhere: Stop = { kind: 'note' };

export const loading: DeskState = {
  ...{ shown: { kind: 'loading' }, answers: emptyAnswers, stop: nowhere, mode: 'rating', panel: null },
  ...{ amendReason: '', messages: [], foot: quiet, busy: false, activity: [], confirmed: [] },
  ...{ suggestions: null, places: {} },
};

const isKept = (kept: unknown): kept is Kept =>
  typeof kept === 'object' && kept !== null && 'presentation' in kept && 'answers' in kept && 'activity' in kept;

/** The state in which an item opens: as it was before a reload, else with its verdict or draft. */
const opened = (item: VerdictItem, kept: unknown): Partial<DeskState> => {
  const mine = isKept(kept) && kept.presentation === item.presentation ? kept : null;
  if (mine && (mine.mode === 'amending') === (item.saved !== null)) {
    const { answers, stop, mode, amendReason, activity } = mine;
    return { answers, stop, mode, amendReason, activity };
  }
  const answers = item.saved?.answers ?? item.draft ?? emptyAnswers;
  return {
    answers,
    stop: firstStop(item.rubric, answers, item.context),
    mode: item.saved ? 'saved' : 'rating',
    activity: item.activity ?? [],
  };
};

export const showing = (shown: Shown, kept: unknown): DeskState => ({
  ...loading,
  shown,
  ...(shown.kind === 'item' ? opened(shown.item, kept) : {}),
});

/** An amendment may change what a stage had locked: it is an event of its own. */
const unlocked = (item: VerdictItem): VerdictItem => ({
  ...item,
  rubric: { ...item.rubric, stages: item.rubric.stages.map((stage) => ({ ...stage, locks: false })) },
});

export const itemOf = (state: DeskState): VerdictItem | null => {
  if (state.shown.kind !== 'item') return null;
  const { item } = state.shown;
  return state.mode === 'amending' && item.rubric.stages.some(({ locks }) => locks) ? unlocked(item) : item;
};

export const keptOf = (state: DeskState): Kept | null => {
  const item = itemOf(state);
  if (!item) return null;
  const { answers, stop, mode, amendReason, activity } = state;
  return { presentation: item.presentation, answers, stop, mode, amendReason, activity };
};

/** The keyboard machine's view of the desk. */
export const keyStateOf = (state: DeskState, item: VerdictItem): KeyState => ({
  rubric: item.rubric,
  context: item.context,
  answers: state.answers,
  stop: state.stop,
  saved: state.mode === 'saved',
});
