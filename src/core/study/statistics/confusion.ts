import { type ShareInterval, wilsonInterval } from '../../shared/wilson';

/** A judge's answers against people's. */
export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly trueNegative: number;
  readonly falseNegative: number;
}

/** A share with Wilson's interval; `of` 0: undefined. */
export interface CountedShare {
  readonly value: number | null;
  readonly interval: ShareInterval | null;
  readonly x: number;
  readonly of: number;
}

const share = (x: number, of: number): CountedShare => ({
  value: of === 0 ? null : x / of,
  interval: wilsonInterval(x, of),
  x,
  of,
});

export const confusionOf = (pairs: Iterable<{ readonly judge: boolean; readonly truth: boolean }>): Confusion => {
  const count = { truePositive: 0, falsePositive: 0, trueNegative: 0, falseNegative: 0 };
  for (const { judge, truth } of pairs)
    count[judge ? (truth ? 'truePositive' : 'falsePositive') : truth ? 'falseNegative' : 'trueNegative'] += 1;
  return count;
};

export interface ConfusionFigures {
  readonly accuracy: CountedShare;
  readonly precision: CountedShare;
  /** Sensitivity: of what is right, how much the judge calls right. */
  readonly recall: CountedShare;
  readonly specificity: CountedShare;
  /** Null where nothing is right and nothing is called right. */
  readonly f1: number | null;
  /** Matthews' correlation; null where a margin is 0. */
  readonly mcc: number | null;
}

/** Figures of a confusion matrix. F1 and MCC take their intervals from the bootstrap over instances. */
export const confusionFigures = (confusion: Confusion): ConfusionFigures => {
  const { truePositive: tp, falsePositive: fp, trueNegative: tn, falseNegative: fn } = confusion;
  const margins = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn);
  const f1Below = 2 * tp + fp + fn;
  return {
    accuracy: share(tp + tn, tp + tn + fp + fn),
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    specificity: share(tn, tn + fp),
    f1: f1Below === 0 ? null : (2 * tp) / f1Below,
    mcc: margins === 0 ? null : (tp * tn - fp * fn) / Math.sqrt(margins),
  };
};
