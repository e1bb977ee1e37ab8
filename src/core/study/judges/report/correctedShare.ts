import type { BootstrapPlan } from '../../statistics/bootstrap';
import { roganGladen } from '../../statistics/roganGladen';
import { fewest, type LabelPair, overInstances, ratesOf } from './measure';
import type { Label } from './measuredItem';

/** The share of right items behind a judge's, by Rogan and Gladen; `value` null: refused, `reason` says why. */
export interface CorrectedShare {
  /** The judge's own share of right, of `n` items that it labels. */
  readonly raw: number | null;
  readonly n: number;
  /** Se + Sp - 1; null where either is undefined. */
  readonly youden: number | null;
  readonly value: number | null;
  readonly se: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Why there is none, or what speaks against the one there is; null where nothing. */
  readonly reason: string | null;
}

export interface JudgedItems {
  /** Every item that the judge labels. */
  readonly labels: readonly Label[];
  /** Those of them on which people decided. */
  readonly pairs: readonly LabelPair[];
  /** Whether every one of `pairs` came with a stored probability. */
  readonly hasProbabilities: boolean;
}

const refusal = ({ labels, pairs, hasProbabilities }: JudgedItems): string | null => {
  if (pairs.length < fewest) return `People decided ${pairs.length} of its items; at least ${fewest} are needed.`;
  if (pairs.length < labels.length && !hasProbabilities)
    return (
      `People decided ${pairs.length} of its ${labels.length} items, and with which probability those were drawn isn't ` +
      'stored. No corrected rate can come from disagreements alone.'
    );
  return ratesOf(pairs) === null ? 'People call all items right, or all wrong: one of both rates is undefined.' : null;
};

/** Corrects a judge's share of right. Where items were drawn with weights, the interval is the bootstrap's. */
export const correctedShare = (items: JudgedItems, plan: BootstrapPlan): CorrectedShare => {
  const { labels, pairs } = items;
  const n = labels.length;
  const raw = n === 0 ? null : labels.filter((label) => label === 'right').length / n;
  const rates = ratesOf(pairs);
  const youden = rates && rates.sensitivity + rates.specificity - 1;
  const none = { raw, n, youden, value: null, se: null, interval: null };
  const refused = refusal(items);
  if (refused !== null || raw === null || rates === null) return { ...none, reason: refused };
  const right = pairs.filter(({ truth }) => truth === 'right').length;
  const found = roganGladen(raw, n, { ...rates, rightItems: right, wrongItems: pairs.length - right });
  if (found.value === null) return { ...none, reason: `${found.reason} The judge can't tell right from wrong here.` };
  const isWeighted = pairs.some(({ weight }) => weight !== 1);
  const drawn = isWeighted ? overInstances(pairs, (some) => thetaOf(raw, some), plan) : null;
  const own = found.ci && { low: found.ci[0], high: found.ci[1] };
  const outside = `Outside of 0 to 1: its rates don't fit these items. Clipped it is ${found.clipped}.`;
  return {
    ...{ raw, n, youden, value: found.value },
    se: isWeighted ? null : found.se,
    interval: isWeighted ? drawn && { low: drawn.low, high: drawn.high } : own,
    reason: found.isValid ? null : outside,
  };
};

const thetaOf = (raw: number, pairs: readonly LabelPair[]): number | null => {
  const rates = ratesOf(pairs);
  const j = rates && rates.sensitivity + rates.specificity - 1;
  return rates === null || j === null || j <= 0 ? null : (raw + rates.specificity - 1) / j;
};
