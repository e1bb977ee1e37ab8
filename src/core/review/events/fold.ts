import type { TouchstoneEvent } from './event';
import { type Judgement, readJudgement } from './judgement';

/** An event that says something of one item, with the part of its body that folding reads. */
export interface JudgingEvent {
  readonly event: TouchstoneEvent;
  readonly judgement: Judgement;
}

/** What one rater said of one subject, under one rubric (and major version), in one presentation. */
export interface FoldedItem {
  readonly rater: string;
  readonly subject: string;
  readonly presentation: string;
  readonly rubric: { readonly id: string; readonly major: number };
  /** The verdict that stands; null where none does (skipped, retracted) or where two do. */
  readonly live: JudgingEvent | null;
  /** More than one: a conflict, left out of figures until it is resolved. */
  readonly heads: readonly JudgingEvent[];
  readonly conflict: boolean;
  readonly skipped: boolean;
  /** Every event of the item, in order. */
  readonly history: readonly JudgingEvent[];
}

export interface Folded {
  readonly items: readonly FoldedItem[];
  /** Events of types that say nothing of an item, or whose body can't be read. */
  readonly others: number;
  /** Ids of judging events whose body lacks what folding needs. */
  readonly unreadable: readonly string[];
}

const judging = new Set(['verdict', 'amend', 'retract', 'skip', 'resolve']);
const verdicts = new Set(['verdict', 'amend']);

const majorOf = (version: string): number => Number.parseInt(version, 10) || 0;

/** A name with a line end in it makes a key with more lines, which can't be the key of plain names. */
const keyOf = ({ event, judgement }: JudgingEvent): string =>
  [event.rater, judgement.subject, judgement.rubric.id, majorOf(judgement.rubric.version), judgement.presentation].join(
    '\n',
  );

const instantOf = ({ event }: JudgingEvent): number => {
  const instant = Date.parse(event.ts);
  return Number.isNaN(instant) ? 0 : instant;
};

/** The time order: instant, then id. */
const inTime = (events: readonly JudgingEvent[]): JudgingEvent[] => {
  const timed = events.map((one) => ({ one, at: instantOf(one) }));
  timed.sort((left, right) => left.at - right.at || (left.one.event.id < right.one.event.id ? -1 : 1));
  return timed.map(({ one }) => one);
};

/** What is superseded comes first, whatever the clocks of two machines said; else time, then id decide. */
const ordered = (events: readonly JudgingEvent[]): readonly JudgingEvent[] => {
  const byId = new Map(events.map((one) => [one.event.id, one]));
  const placed = new Set<string>();
  const out: JudgingEvent[] = [];
  for (const first of inTime(events)) {
    const waiting = [first];
    for (let one = waiting.at(-1); one; one = waiting.at(-1)) {
      const fresh = !placed.has(one.event.id);
      placed.add(one.event.id);
      const before = fresh ? (one.judgement.supersedes ?? []).filter((id) => !placed.has(id) && byId.has(id)) : [];
      if (before.length > 0) waiting.push(...inTime(before.flatMap((id) => byId.get(id) ?? [])).reverse());
      else out.push(waiting.pop() as JudgingEvent);
    }
  }
  return [...new Set(out)];
};

/**
 * Ids taken out by an event that comes after them in `history`. What an amendment took out stays out when it is amended
 * itself; once it is retracted, what it took out stands again.
 */
const takenOut = (history: readonly JudgingEvent[]): ReadonlySet<string> => {
  const placeOf = new Map(history.map(({ event }, place) => [event.id, place]));
  const out = new Set<string>();
  const undone = new Set<string>();
  for (const { event, judgement } of [...history].reverse()) {
    if (undone.has(event.id)) continue;
    const isEarlier = (id: string) => (placeOf.get(id) ?? history.length) < (placeOf.get(event.id) ?? 0);
    for (const id of (judgement.supersedes ?? []).filter(isEarlier)) {
      out.add(id);
      if (event.type === 'retract') undone.add(id);
    }
  }
  return out;
};

const foldOne = (events: readonly JudgingEvent[], first: JudgingEvent): FoldedItem => {
  const history = events.length === 1 ? events : ordered(events);
  const out = takenOut(history);
  const standing = history.filter(({ event }) => !out.has(event.id));
  const heads = standing.filter(({ event }) => verdicts.has(event.type));
  return {
    rater: first.event.rater,
    subject: first.judgement.subject,
    presentation: first.judgement.presentation,
    rubric: { id: first.judgement.rubric.id, major: majorOf(first.judgement.rubric.version) },
    live: heads.length === 1 ? (heads[0] ?? null) : null,
    heads,
    conflict: heads.length > 1,
    skipped: heads.length === 0 && standing.at(-1)?.event.type === 'skip',
    history,
  };
};

/**
 * What stands, out of everything that was said, in any order of files. An event takes out only events of its own item
 * (same rater, subject, rubric and presentation). Nothing is dropped: history holds every event once.
 */
export const fold = (events: Iterable<TouchstoneEvent>): Folded => {
  const groups = new Map<string, JudgingEvent[]>();
  const seen = new Set<string>();
  const unreadable: string[] = [];
  let others = 0;
  for (const event of events) {
    if (!judging.has(event.type)) {
      others++;
      continue;
    }
    if (seen.has(event.hash)) continue;
    seen.add(event.hash);
    const judgement = readJudgement(event.body);
    if (!judgement) {
      unreadable.push(event.id);
      continue;
    }
    const one = { event, judgement };
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const items = [...groups.values()].flatMap((group) => (group[0] ? [foldOne(group, group[0])] : []));
  return { items, others, unreadable };
};
