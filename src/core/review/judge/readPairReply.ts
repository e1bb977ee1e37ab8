import { textAt } from '../../run/trajectory/fields';
import { findObject } from './findJson';

export type PairWinner = 'A' | 'B' | 'tie' | 'cannot_judge';

/** Reads which of two a judge prefers; null where that can't be read. Never guessed from words around the JSON. */
export const readPairReply = (
  reply: string,
): { readonly winner: PairWinner | null; readonly reason: string | null } => {
  const found = findObject(reply, ['winner']);
  const said = textAt(found, 'winner')?.trim().toLowerCase().replace(/[\s-]/g, '_') ?? '';
  const known: Readonly<Record<string, PairWinner>> = { a: 'A', b: 'B', tie: 'tie', cannot_judge: 'cannot_judge' };
  return { winner: Object.hasOwn(known, said) ? (known[said] ?? null) : null, reason: textAt(found, 'reason') };
};

/** What both positions together say: the same of both, or null with the reason. `winners`: a run's id or `tie`; null: none. */
export const joinPair = (
  winners: readonly { readonly swapped: boolean; readonly winner: string | null }[],
): { readonly winner: string | null; readonly reason: string | null; readonly flips: boolean | null } => {
  const of = (swapped: boolean): readonly string[] =>
    winners.filter((one) => one.swapped === swapped).flatMap(({ winner }) => (winner === null ? [] : [winner]));
  const [first, second] = [of(false), of(true)];
  const all = [...first, ...second];
  const top = (list: readonly string[]): string | null =>
    list.find((one) => list.filter((other) => other === one).length * 2 > list.length) ?? null;
  const flips = first.length === 0 || second.length === 0 ? null : top(first) !== top(second);
  if (all.length === 0) return { winner: null, reason: 'no answer names one of them', flips };
  if (flips) return { winner: null, reason: 'the answer changes with the position', flips };
  const winner = top(all);
  return { winner, reason: winner === null ? 'the samples say different things' : null, flips };
};
