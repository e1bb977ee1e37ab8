import type { Sha256 } from '../../shared/hash';
import type { InstanceRun } from '../instanceRuns';
import { type QueueFacts, type QueueId, standsIn } from './queueFacts';

export interface QueueDraw {
  readonly queue: QueueId;
  /** Share of agreeing items, 0 to 1, that come among those that disagree; of no account in other queues. */
  readonly mix: number;
  readonly seed: string;
  readonly sha256: Sha256;
}

export interface DrawnItem {
  readonly row: InstanceRun;
  /** With which the item came into the queue, above 0 to 1. */
  readonly probability: number;
}

/** A number of [0, 1), the same for the same words: the first 52 bits of SHA-256(seed, purpose, row). */
const chanceOf = ({ seed, sha256 }: QueueDraw, purpose: string, { row }: QueueFacts): number => {
  const hex = sha256(JSON.stringify([seed, purpose, row.instanceId, row.key]));
  return Number.parseInt(hex.slice(0, 13), 16) / 2 ** 52;
};

const probabilityIn = (facts: QueueFacts, draw: QueueDraw): number => {
  if (standsIn(draw.queue, facts)) return 1;
  const isMixed = draw.queue === 'disagreement' && chanceOf(draw, 'mix', facts) < draw.mix;
  return isMixed ? draw.mix : 0;
};

/**
 * The items of a queue with the probability of each, which a rate that is corrected by it needs (Horvitz and Thompson
 * 1952). `mine` and `all` stand in the study's order. The others come by what a verdict adds: what fewest people judged
 * first, and within that shuffled by the seed; not by how much is against an item, which would tell the person.
 */
export const drawQueue = (all: readonly QueueFacts[], draw: QueueDraw): readonly DrawnItem[] => {
  const drawn = all.flatMap((facts) => {
    const probability = probabilityIn(facts, draw);
    return probability === 0 ? [] : [{ facts, probability, chance: chanceOf(draw, 'order', facts) }];
  });
  const isAsItStands = draw.queue === 'mine' || draw.queue === 'all';
  if (!isAsItStands) drawn.sort((a, b) => a.facts.people.length - b.facts.people.length || a.chance - b.chance);
  return drawn.map(({ facts: { row }, probability }) => ({ row, probability }));
};
