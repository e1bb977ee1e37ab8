import type { ResolveBody, RubricRef } from '../core/review/events/bodies';
import type { TouchstoneEvent } from '../core/review/events/event';
import { type FoldedItem, fold, type JudgingEvent } from '../core/review/events/fold';
import type { ReviewStore } from '../core/review/stores';
import type { Conflict, ConflictHead } from '../core/review/upkeep';
import { InputFault } from '../core/shared/problem';

const overallOf = ({ judgement: { overall } }: JudgingEvent): string | null => {
  if (overall?.cannot_judge) return 'cannot_judge';
  return overall?.value === undefined ? null : String(overall.value);
};

const headOf = (judging: JudgingEvent): ConflictHead => ({
  event: judging.event.id,
  at: judging.event.ts,
  device: judging.event.device,
  type: judging.event.type,
  overall: overallOf(judging),
});

/** The item's heads as the rater chooses between them. */
export const conflictHeads = (item: FoldedItem): readonly ConflictHead[] =>
  item.conflict ? item.heads.map(headOf) : [];

const conflictItems = async (ports: Pick<ReviewStore, 'readEvents'>, rater: string | null) => {
  const events: TouchstoneEvent[] = [];
  for await (const event of ports.readEvents()) if (rater === null || event.rater === rater) events.push(event);
  return fold(events).items.filter(({ conflict }) => conflict);
};

/** Conflicts that wait for their rater; of every rater where `rater` is null. */
export const openConflicts = async (
  ports: Pick<ReviewStore, 'readEvents'>,
  rater: string | null,
): Promise<readonly Conflict[]> =>
  (await conflictItems(ports, rater)).map((item) => {
    const of = item.history.map(({ judgement }) => judgement.of).find((found) => found !== undefined);
    return {
      rater: item.rater,
      study: item.heads[0]?.event.study ?? '',
      instance: of?.instance ?? null,
      patchHash: of?.patch ?? null,
      rubric: item.rubric.id,
      heads: conflictHeads(item),
    };
  });

/**
 * Says which of this rater's verdicts counts; the others stay in the history. Rejects with an InputFault where `keep` is
 * none of the verdicts of a conflict of this rater, and like `EventLog.append`.
 */
export const resolveConflict = async (
  ports: Pick<ReviewStore, 'readEvents' | 'events'>,
  rater: string,
  keep: string,
): Promise<TouchstoneEvent> => {
  const items = await conflictItems(ports, rater);
  const item = items.find(({ heads }) => heads.some(({ event }) => event.id === keep));
  const kept = item?.heads.find(({ event }) => event.id === keep);
  if (!item || !kept) throw new InputFault(`"${keep}" is none of ${rater}'s verdicts that stand beside each other.`);
  const body: ResolveBody = {
    ...{ subject: item.subject, presentation: item.presentation, rubric: kept.judgement.rubric as RubricRef },
    ...{ keeps: keep, supersedes: item.heads.flatMap(({ event }) => (event.id === keep ? [] : [event.id])) },
  };
  return ports.events.append({ type: 'resolve', body });
};
