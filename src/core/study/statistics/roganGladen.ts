import { type Figure, undefinedFigure } from '../agreement/figure';

const z = 1.959963984540054;

/** A judge's sensitivity and specificity, and on how many right and wrong items they were measured. */
export interface JudgeRates {
  readonly sensitivity: number;
  readonly specificity: number;
  /** Items that are right (m1), and wrong (m0). */
  readonly rightItems: number;
  readonly wrongItems: number;
}

/** A corrected rate; `isValid` false where it lies outside 0 to 1: the judge's rates don't fit the sample. */
export interface CorrectedRate extends Figure {
  readonly isValid: boolean;
  /** Clipped to 0 to 1; null where the figure is undefined. */
  readonly clipped: number | null;
}

/**
 * The rate of right items behind a judge's rate `p` of `n` (Rogan and Gladen 1978): theta = (p + Sp - 1)/J with J = Se + Sp
 * - 1, variance as in their paper with both rates estimated. Undefined where J <= 0: such a judge tells nothing.
 */
export const roganGladen = (p: number, n: number, rates: JudgeRates): CorrectedRate => {
  const { sensitivity: se, specificity: sp, rightItems: m1, wrongItems: m0 } = rates;
  const j = se + sp - 1;
  if (!(j > 0))
    return {
      ...undefinedFigure(n, `Not identifiable: J = ${j.toFixed(3)} is not above 0.`),
      isValid: false,
      clipped: null,
    };
  const theta = (p + sp - 1) / j;
  const variance =
    ((p * (1 - p)) / n + ((1 - theta) ** 2 * sp * (1 - sp)) / m0 + (theta ** 2 * se * (1 - se)) / m1) / j ** 2;
  const error = Math.sqrt(variance);
  const isValid = theta >= 0 && theta <= 1;
  const clipped = Math.min(1, Math.max(0, theta));
  const ci = Number.isFinite(error) ? ([theta - z * error, theta + z * error] as const) : null;
  return { value: theta, ci, se: Number.isFinite(error) ? error : null, n, isValid, clipped };
};
