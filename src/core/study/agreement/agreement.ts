import { brennanPrediger, fleiss, gwet, independenceBaseline, percentAgreement } from './chanceCorrected';
import { cohenKappa, pairTable } from './cohenKappa';
import type { Figure } from './figure';
import { krippendorff } from './krippendorff';
import { countUnits, type Ratings, type Scale } from './ratings';
import { identityWeights, quadraticWeights } from './weights';

/** All coefficients of one question. Those that a scale or the number of raters has no place for are left out. */
export interface Agreement {
  readonly percentAgreement: Figure;
  /** Of two raters. */
  readonly cohen?: Figure;
  /** Of two raters, by quadratic weights, where the categories have an order. */
  readonly cohenWeighted?: Figure;
  /** Of any number of raters, in Gwet's form. */
  readonly fleiss: Figure;
  readonly alpha: Readonly<Partial<Record<Scale, Figure>>>;
  readonly ac1: Figure;
  /** By quadratic weights, where the categories have an order. */
  readonly ac2?: Figure;
  readonly brennanPrediger: Figure;
  /** What raters would agree on who know nothing of each other, at these shares of the categories. */
  readonly independence: number | null;
  /** Units with two answers or more, of all. */
  readonly n: number;
  readonly units: number;
  readonly raters: number;
}

const scalesOf = (scale: Scale | null, numbers: readonly number[] | null): readonly Scale[] => {
  if (scale !== null) return scale === 'nominal' ? [scale] : ['nominal', scale];
  return numbers === null ? ['nominal'] : ['nominal', 'ordinal', 'interval'];
};

const pairsOf = ({ units }: Ratings): (readonly [number, number])[] =>
  units.flatMap(([a, b]) => (a == null || b == null ? [] : [[a, b] as const]));

/** Every coefficient that fits; `scale` null: it is not known, and numbers are taken for ordered. */
export const agreementOf = (ratings: Ratings, scale: Scale | null): Agreement => {
  const counts = countUnits(ratings);
  const size = ratings.categories.length;
  const [identity, quadratic] = [identityWeights(size), quadraticWeights(size)];
  const isOrdered = scale === null ? ratings.numbers !== null : scale !== 'nominal';
  const pairs = ratings.raters.length === 2 ? pairTable(size, pairsOf(ratings)) : null;
  const alphas = scalesOf(scale, ratings.numbers).map((each) => [each, krippendorff(ratings, each)] as const);
  return {
    percentAgreement: percentAgreement(counts, identity),
    ...(pairs === null ? {} : { cohen: cohenKappa(pairs, identity) }),
    ...(pairs === null || !isOrdered ? {} : { cohenWeighted: cohenKappa(pairs, quadratic) }),
    fleiss: fleiss(counts, identity),
    alpha: Object.fromEntries(alphas),
    ac1: gwet(counts, identity),
    ...(isOrdered ? { ac2: gwet(counts, quadratic) } : {}),
    brennanPrediger: brennanPrediger(counts, identity),
    independence: independenceBaseline(counts, identity),
    n: counts.filter(({ raters }) => raters >= 2).length,
    units: ratings.units.length,
    raters: ratings.raters.length,
  };
};
