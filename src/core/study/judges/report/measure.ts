import { groupBy } from '../../../shared/groupBy';
import { type BootstrapInterval, type BootstrapPlan, bootstrapInterval } from '../../statistics/bootstrap';
import { clopperPearson } from '../../statistics/clopperPearson';
import { type Confusion, type ConfusionFigures, confusionFigures } from '../../statistics/confusion';
import type { Label } from './measuredItem';

/** One item on which both sides say right or wrong. */
export interface LabelPair {
  readonly instanceId: string;
  readonly judge: Label;
  readonly truth: Label;
  /** 1, or one over the probability with which the item was drawn. */
  readonly weight: number;
}

/** A figure with the interval that its kind takes; `x` of `of` where it is a share of counts. */
export interface MeasuredFigure {
  /** Null: undefined, nothing below the line. */
  readonly value: number | null;
  /** 95%; null where there is none. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly method: 'Clopper-Pearson' | 'bootstrap over instances';
  /** Counts, without weights; null where the figure is no share. */
  readonly share: { readonly x: number; readonly of: number } | null;
}

export const figureNames = ['agreement', 'precision', 'recall', 'specificity', 'f1', 'mcc'] as const;
export type FigureName = (typeof figureNames)[number];

/** Under 5 items nothing but counts is said. */
export const fewest = 5;

/** From so many items on a figure isn't called small. */
const enough = 20;

export interface Measure {
  readonly n: number;
  /** Counts of items, never weighted. */
  readonly confusion: Confusion;
  readonly isSmall: boolean;
  readonly isWeighted: boolean;
  /** Null where there are fewer than `fewest` items. */
  readonly figures: Readonly<Record<FigureName, MeasuredFigure>> | null;
}

const shareNames = {
  agreement: 'accuracy',
  precision: 'precision',
  recall: 'recall',
  specificity: 'specificity',
} as const;

const weighed = (pairs: readonly LabelPair[], weightOf: (pair: LabelPair) => number): Confusion => {
  const sum = { truePositive: 0, falsePositive: 0, trueNegative: 0, falseNegative: 0 };
  for (const pair of pairs) {
    const isTrue = pair.truth === 'right';
    const cell =
      pair.judge === 'right' ? (isTrue ? 'truePositive' : 'falsePositive') : isTrue ? 'falseNegative' : 'trueNegative';
    sum[cell] += weightOf(pair);
  }
  return sum;
};

const figureIn = (figures: ConfusionFigures, name: FigureName): number | null =>
  name === 'f1' || name === 'mcc' ? figures[name] : figures[shareNames[name]].value;

/** Of what the bootstrap draws: everything of one instance travels together. */
export const overInstances = (
  pairs: readonly LabelPair[],
  figure: (drawn: readonly LabelPair[]) => number | null,
  plan: BootstrapPlan,
): BootstrapInterval | null => {
  const clusters = [...groupBy(pairs, ({ instanceId }) => instanceId).values()];
  return bootstrapInterval(clusters.length, (drawn) => figure([...drawn].flatMap((at) => clusters[at] ?? [])), plan);
};

const figureOf = (pairs: readonly LabelPair[], name: FigureName, plan: BootstrapPlan): MeasuredFigure => {
  const ofPairs = (some: readonly LabelPair[]) =>
    figureIn(confusionFigures(weighed(some, ({ weight }) => weight)), name);
  const isWeighted = pairs.some(({ weight }) => weight !== 1);
  const counts = confusionFigures(weighed(pairs, () => 1));
  const counted = name === 'f1' || name === 'mcc' ? null : counts[shareNames[name]];
  const share = counted && { x: counted.x, of: counted.of };
  if (share !== null && !isWeighted)
    return {
      value: counted?.value ?? null,
      interval: clopperPearson(share.x, share.of),
      method: 'Clopper-Pearson',
      share,
    };
  const value = ofPairs(pairs);
  const drawn = value === null ? null : overInstances(pairs, ofPairs, plan);
  const interval = drawn && { low: drawn.low, high: drawn.high };
  return { value, interval, method: 'bootstrap over instances', share };
};

/**
 * Holds a judge against what is true for this purpose. Shares take Clopper and Pearson's interval, F1, MCC and whatever
 * is weighted the bootstrap over instances. Weights are Horvitz and Thompson's.
 */
export const measure = (pairs: readonly LabelPair[], plan: BootstrapPlan): Measure => {
  const n = pairs.length;
  return {
    n,
    confusion: weighed(pairs, () => 1),
    isSmall: n < enough,
    isWeighted: pairs.some(({ weight }) => weight !== 1),
    figures:
      n < fewest
        ? null
        : (Object.fromEntries(figureNames.map((name) => [name, figureOf(pairs, name, plan)])) as Record<
            FigureName,
            MeasuredFigure
          >),
  };
};

/** Sensitivity and specificity with their weights; null where one has nothing below the line. */
export const ratesOf = (
  pairs: readonly LabelPair[],
): { readonly sensitivity: number; readonly specificity: number } | null => {
  const { recall, specificity } = confusionFigures(weighed(pairs, ({ weight }) => weight));
  return recall.value === null || specificity.value === null
    ? null
    : { sensitivity: recall.value, specificity: specificity.value };
};
