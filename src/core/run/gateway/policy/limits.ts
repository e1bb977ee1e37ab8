import { counted } from '../../../shared/counted';
import type { GatewayLimits } from '../gatewayCount';

export type LimitKind = 'turns' | 'cost' | 'wall';

export interface LimitReached {
  readonly kind: LimitKind;
  /** One sentence for the agent and for people. */
  readonly words: string;
}

export interface Spent {
  /** Turns that were answered or are being answered. */
  readonly turns: number;
  /** What is known of the cost, in dollars: calls whose cost isn't known add nothing. */
  readonly knownUsd: number;
  readonly seconds: number;
}

/** The limit that the next request would pass; null: none. A limit of 0 is none. */
export const limitReached = (limits: GatewayLimits, spent: Spent): LimitReached | null => {
  const end = 'The run is over; no further request is answered.';
  if (limits.turns > 0 && spent.turns >= limits.turns)
    return { kind: 'turns', words: `The limit of ${counted(limits.turns, 'turn')} is reached. ${end}` };
  if (limits.costUsd > 0 && spent.knownUsd >= limits.costUsd)
    return { kind: 'cost', words: `The limit of ${limits.costUsd} dollars is reached. ${end}` };
  if (limits.wallSeconds > 0 && spent.seconds >= limits.wallSeconds)
    return { kind: 'wall', words: `The limit of ${counted(limits.wallSeconds, 'second')} is reached. ${end}` };
  return null;
};
