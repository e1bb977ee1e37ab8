import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passAtK } from '../../../../../src/core/evaluation/rules/humanEval';
import { wilsonInterval } from '../../../../../src/core/shared/wilson';
import { bootstrapInterval, bootstrapPlan } from '../../../../../src/core/study/statistics/bootstrap';
import { clopperPearson } from '../../../../../src/core/study/statistics/clopperPearson';
import { confusionFigures, confusionOf } from '../../../../../src/core/study/statistics/confusion';
import { mcnemar } from '../../../../../src/core/study/statistics/mcnemar';
import { predictionPowered } from '../../../../../src/core/study/statistics/predictionPowered';
import { roganGladen } from '../../../../../src/core/study/statistics/roganGladen';
import { signFlip } from '../../../../../src/core/study/statistics/signFlip';
import { discordantShare, tauB } from '../../../../../src/core/study/statistics/tauB';
import { coefficientOfVariation } from '../../../../../src/core/study/statistics/variation';

describe('intervals of a share', () => {
  it.each([
    [4, 20, 0.0806577, 0.4160174, 0.057334, 0.436614],
    [4, 200, 0.0078044, 0.0502871, 0.0054756, 0.0504136],
    [0, 30, 0, 0.1135134, 0, 0.1157033],
    [30, 30, 0.8864866, 1, 0.8842967, 1],
  ])('%d of %d', (x, n, low, high, exactLow, exactHigh) => {
    const [wilson, exact] = [wilsonInterval(x, n), clopperPearson(x, n)];
    expect(wilson?.low).toBeCloseTo(low, 7);
    expect(wilson?.high).toBeCloseTo(high, 7);
    expect(exact?.low).toBeCloseTo(exactLow, 7);
    expect(exact?.high).toBeCloseTo(exactHigh, 7);
  });
});

describe('McNemar', () => {
  it('gives the printed statistics of 121 against 59', () => {
    const found = mcnemar(121, 59);
    expect(found.chi2).toBeCloseTo(21.35556, 5);
    expect(found.chi2P).toBeCloseTo(3.815136e-6, 10);
    expect(found.corrected).toBeCloseTo(20.67222, 5);
    expect(found.correctedP).toBeCloseTo(5.450095e-6, 10);
    expect(found.p).toBeCloseTo(0.000004, 6);
  });
  it.each([
    [70, 59, 0.378688],
    [80, 59, 0.089452],
    [10, 30, 0.002221],
    [10, 10, 1],
    [2, 0, 0.5],
    [3, 0, 0.25],
    [0, 0, 1],
  ])('exact p of %d against %d', (b, c, p) => expect(mcnemar(b, c).p).toBeCloseTo(p, 6));
  it('mid-p is never above the exact one', () => {
    const both = (b: number, c: number) => {
      expect(mcnemar(b, c).midP).toBeLessThanOrEqual(mcnemar(b, c).p);
    };
    fc.assert(fc.property(fc.nat(60), fc.nat(60), both));
  });
});

describe('pass@k', () => {
  it('gives the printed values', () => {
    expect(passAtK(6, 3, 1)).toBeCloseTo(0.5);
    expect([1, 2, 3].map((k) => passAtK(3, 1, k))).toEqual([expect.closeTo(1 / 3), expect.closeTo(2 / 3), 1]);
    expect(passAtK(2, 1, 3)).toBeNull();
    expect(passAtK(4000, 1, 2000)).toBeCloseTo(0.5, 9);
  });
});

describe("a judge's rate corrected", () => {
  it("gives Rogan and Gladen's worked figures", () => {
    const rates = (sensitivity: number, specificity: number) => ({
      sensitivity,
      specificity,
      rightItems: 50,
      wrongItems: 50,
    });
    expect(roganGladen(45 / 150, 150, rates(0.96, 0.89)).value).toBeCloseTo(0.223529, 6);
    expect(roganGladen(6 / 151, 151, rates(0.964, 0.927))).toMatchObject({ isValid: false, clipped: 0 });
    expect(roganGladen(6 / 151, 151, rates(0.964, 0.927)).value).toBeCloseTo(-0.037334, 6);
    expect(roganGladen(0.5, 11, rates(0.714, 0.25))).toMatchObject({
      value: null,
      reason: expect.stringContaining('-0.036'),
    });
  });
  it('gives the worked figure of PPI++', () => {
    const found = predictionPowered([1, 2], [1, 2], [3, 4]);
    expect(found.lambda).toBeCloseTo(0.15);
    expect(found.value).toBeCloseTo(1.8);
    expect(found.se).toBeCloseTo(0.4316, 4);
    expect(found.ci?.[0]).toBeCloseTo(0.954, 3);
    expect(found.ci?.[1]).toBeCloseTo(2.646, 3);
  });
  it('leans on nobody where the judge always says the same', () => {
    expect(predictionPowered([0, 1, 1], [1, 1, 1], [1, 1]).lambda).toBe(0);
  });
});

describe('ranks, spread, confusion', () => {
  it('gives the printed values', () => {
    expect(tauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.471405, 6);
    expect(coefficientOfVariation([1, 2, 3, 4, 5])).toBeCloseTo(0.527046, 6);
    expect(coefficientOfVariation([-1, 1])).toBeNull();
    const confusion = { truePositive: 2, falsePositive: 1, trueNegative: 0, falseNegative: 1 };
    expect(confusionFigures(confusion).mcc).toBeCloseTo(-0.3333, 4);
    expect(discordantShare([1, 2, 3], [3, 2, 1])).toBe(1);
    expect(tauB([1, 1], [1, 2])).toBeNull();
  });
  it('a margin of nothing leaves figures undefined', () => {
    const all = confusionOf([{ judge: true, truth: true }]);
    expect(confusionFigures(all)).toMatchObject({
      mcc: null,
      specificity: { value: null, of: 0 },
      recall: { value: 1 },
    });
  });
});

describe('sign flips and the bootstrap', () => {
  it('tries all flips of few differences', () => {
    expect(signFlip([1, 1, 1], 1)).toMatchObject({ p: 0.25, exact: true, flips: 8 });
    expect(signFlip([1, 1, 0, 0], 1)).toMatchObject({ p: 0.5, mean: 0.5 });
    expect(signFlip([], 1)).toMatchObject({ mean: null, p: 1 });
  });
  it('draws with the seed where there are many, the same each time', () => {
    const many = Array.from({ length: 40 }, (_, index) => (index % 3) - 0.9);
    expect(signFlip(many, 7)).toEqual(signFlip(many, 7));
    expect(signFlip(many, 7)).toMatchObject({ exact: false, seed: 7 });
  });
  it('draws instances whole and says how', () => {
    const values = [0, 1, 1, 0, 1, 1, 1, 0, 1, 0];
    const mean = (drawn: Int32Array) => drawn.reduce((sum, at) => sum + (values[at] ?? 0), 0) / drawn.length;
    const found = bootstrapInterval(values.length, mean, bootstrapPlan(3));
    expect(found?.plan).toEqual({ seed: 3, replicates: 2000, generator: 'mulberry32' });
    expect(found?.low).toBeGreaterThanOrEqual(0.2);
    expect(found?.high).toBeLessThanOrEqual(1);
    expect(found).toEqual(bootstrapInterval(values.length, mean, bootstrapPlan(3)));
    expect(bootstrapInterval(1, mean, bootstrapPlan(3))).toBeNull();
    expect(bootstrapInterval(5, () => null, bootstrapPlan(3))).toBeNull();
  });
});
