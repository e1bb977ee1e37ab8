import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { StepHit } from '../../src/core/run/trajectory/find/stepHits';
import type { TextPart } from '../../src/core/run/trajectory/stepTexts';
import type { Mark } from './markedPieces';
import type { Find } from './useFind';

/** Matches of the shown step by the text in which they stand. */
export type MarksByText = ReadonlyMap<string, readonly Mark[]>;

export const HitMarks = createContext<MarksByText>(new Map());

const keyOf = ({ kind, at, argument }: TextPart): string => `${kind} ${at} ${argument}`;

const noMarks: readonly Mark[] = [];

/** Gives the matches in each text of the shown step. */
export const useMarksOf = () => {
  const byText = useContext(HitMarks);
  return (kind: TextPart['kind'], at = 0, argument = 0): readonly Mark[] =>
    byText.get(keyOf({ kind, at, argument })) ?? noMarks;
};

const marksOf = (hits: readonly StepHit[], nth: number): MarksByText => {
  const byText = new Map<string, Mark[]>();
  for (const [at, { part, start, length }] of hits.entries()) {
    const key = keyOf(part);
    const marks = byText.get(key) ?? [];
    marks.push({ start, length, now: at === nth });
    byText.set(key, marks);
  }
  return byText;
};

/** The matches of the shown step, for `HitMarks`; `nth` of them is the one at which the person stands. */
export const useStepMarks = ({ hits, hit }: Pick<Find, 'hits' | 'hit'>): MarksByText => {
  const nth = hit?.place.kind === 'step' ? hit.nth : -1;
  return useMemo(() => marksOf(hits, nth), [hits, nth]);
};
