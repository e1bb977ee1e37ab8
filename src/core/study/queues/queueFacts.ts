import type { Outcome } from '../../evaluation/outcome';
import type { InstanceRun } from '../instanceRuns';

/** Names of the queues, in the order in which they are shown. */
export const queueIds = ['mine', 'disagreement', 'suspicious', 'contradictions', 'no-verdict', 'all'] as const;
export type QueueId = (typeof queueIds)[number];

export const isQueueId = (value: unknown): value is QueueId => queueIds.some((id) => id === value);

export type Side = 'right' | 'wrong';

/** What is known of a prediction by which it stands in queues. */
export interface QueueFacts {
  readonly row: InstanceRun;
  /** Of each judge with a label of right or wrong. */
  readonly judges: readonly Side[];
  /** Of each person with a verdict; null where it is neither right nor wrong. */
  readonly people: readonly (Side | null)[];
  /** A judge's text speaks against its own label. */
  readonly contradicts: boolean;
  /** Why its pass isn't to be trusted at once, a few words each; empty where nothing was found, or it doesn't pass. */
  readonly suspicions: readonly string[];
}

export const sideOf = (overall: unknown): Side | null => (overall === 'right' || overall === 'wrong' ? overall : null);

const testsSay = (outcome: Outcome | null): Side | null => {
  if (outcome?.kind === 'resolved') return 'right';
  return outcome?.kind === 'unresolved' ? 'wrong' : null;
};

/** Whether tests, judges and people say both: right and wrong. */
const disagrees = ({ row, judges, people }: QueueFacts): boolean => {
  const said = new Set([testsSay(row.outcome), ...judges, ...people]);
  return said.has('right') && said.has('wrong');
};

const isIn: Readonly<Record<QueueId, (facts: QueueFacts) => boolean>> = {
  mine: () => true,
  all: () => true,
  disagreement: disagrees,
  suspicious: ({ row, suspicions }) => row.outcome?.kind === 'resolved' && suspicions.length > 0,
  contradictions: ({ contradicts }) => contradicts,
  'no-verdict': ({ people }) => people.length === 0,
};

/** Whether a prediction stands in a queue for what is known of it. */
export const standsIn = (queue: QueueId, facts: QueueFacts): boolean => isIn[queue](facts);

/** What stands in a queue, for people. */
export const queueWords: Readonly<Record<QueueId, { readonly title: string; readonly why: string }>> = {
  mine: { title: 'Mine', why: 'what the study asks of you' },
  disagreement: { title: 'Disagreement', why: 'tests, judges and people say right and wrong' },
  suspicious: {
    title: 'Passes but Suspicious',
    why: 'passes, and touches tests, leaves files or misses what gold changes',
  },
  contradictions: { title: 'Contradictions', why: "a judge's text speaks against its own label" },
  'no-verdict': { title: 'No Verdict Yet', why: 'nobody has judged it' },
  all: { title: 'All', why: 'every prediction with a patch that could be tried' },
};
