import type { FindProgress, FoundIn, FoundPlace } from '../../src/protocol/trajectoryFind';

/** What a search has found by now, steps first and in their order, then what no step holds. */
export interface FoundPlaces {
  readonly places: readonly FoundIn[];
  /** Matches before each place, and of all at the end. */
  readonly before: readonly number[];
  readonly byStep: ReadonlyMap<number, number>;
  readonly progress: Omit<FindProgress, 'found'> | null;
}

/** A match: its place, and which one in it, from 0. */
export interface FoundHit {
  readonly place: FoundPlace;
  readonly nth: number;
}

export const nothingFound: FoundPlaces = { places: [], before: [0], byStep: new Map(), progress: null };

const order = ({ place: a }: FoundIn, { place: b }: FoundIn): number => {
  if (a.kind === 'step') return b.kind === 'step' ? a.idx - b.idx : -1;
  if (b.kind === 'step') return 1;
  return a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1;
};

/** With the news of a search. */
export const withNews = (known: FoundPlaces, { found, ...progress }: FindProgress): FoundPlaces => {
  if (found.length === 0) return { ...known, progress };
  const places = [...known.places, ...found].sort(order);
  const before = [0];
  const byStep = new Map<number, number>();
  for (const { place, hits } of places) {
    before.push((before.at(-1) ?? 0) + hits);
    if (place.kind === 'step') byStep.set(place.idx, hits);
  }
  return { places, before, byStep, progress };
};

const isSamePlace = (a: FoundPlace, b: FoundPlace): boolean =>
  a.kind === 'step'
    ? b.kind === 'step' && a.idx === b.idx
    : b.kind === 'raw' && a.file === b.file && a.start === b.start;

const placeOf = ({ places }: FoundPlaces, hit: FoundHit): number =>
  places.findIndex(({ place }) => isSamePlace(place, hit.place));

const hitAt = ({ places }: FoundPlaces, at: number, last: boolean): FoundHit | null => {
  const found = places.at(at % Math.max(1, places.length));
  return found ? { place: found.place, nth: last ? found.hits - 1 : 0 } : null;
};

/** The first match in the step or behind it, else the first of all; null where nothing is found yet. */
export const firstFrom = (found: FoundPlaces, idx: number): FoundHit | null => {
  const at = found.places.findIndex(({ place }) => place.kind === 'raw' || place.idx >= idx);
  return hitAt(found, Math.max(0, at), false);
};

/** The match after one (`way` 1) or before it (-1), around the ends; from a step where there is none. */
export const nextHit = (found: FoundPlaces, hit: FoundHit | null, idx: number, way: 1 | -1): FoundHit | null => {
  if (hit === null) {
    if (way === 1) return firstFrom(found, idx);
    return hitAt(
      found,
      found.places.findLastIndex(({ place }) => place.kind === 'step' && place.idx <= idx),
      true,
    );
  }
  const at = placeOf(found, hit);
  const nth = hit.nth + way;
  if (at >= 0 && nth >= 0 && nth < (found.places[at]?.hits ?? 0)) return { ...hit, nth };
  return hitAt(found, at + way, way === -1);
};

const counted = (n: number, one: string, several: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : several}`;

/** "3 of 41", "? of 41" before one is gone to, with a plus while more may come; where nothing is found, what was looked through. */
export const foundWords = (found: FoundPlaces, hit: FoundHit | null): string => {
  const { progress } = found;
  if (progress === null) return '';
  if (progress.fault !== null) return progress.fault;
  const total = found.before.at(-1) ?? 0;
  const more = progress.state === 'done' ? '' : '+';
  const where = hit === null ? -1 : placeOf(found, hit);
  const position = hit === null || where < 0 ? 0 : (found.before[where] ?? 0) + hit.nth + 1;
  const left = progress.slow + progress.unread;
  const missed = left === 0 ? '' : `, ${counted(left, 'step', 'steps')} left out`;
  if (total > 0)
    return `${position === 0 ? '?' : position.toLocaleString('en')} of ${total.toLocaleString('en')}${more}${missed}`;
  if (progress.state === 'going') return 'Searching…';
  const parts = progress.rawParts === 0 ? '' : ` and ${counted(progress.rawParts, 'raw part', 'raw parts')}`;
  return `0 of 0 in ${counted(progress.steps, 'step', 'steps')}${parts}${missed}`;
};
