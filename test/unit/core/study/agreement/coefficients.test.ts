import { describe, expect, it } from 'vitest';
import {
  brennanPrediger,
  fleiss,
  fleissZ,
  gwet,
  percentAgreement,
} from '../../../../../src/core/study/agreement/chanceCorrected';
import { biasAndPrevalence, cohenKappa, pairTable } from '../../../../../src/core/study/agreement/cohenKappa';
import { krippendorff } from '../../../../../src/core/study/agreement/krippendorff';
import { countUnits, type Ratings } from '../../../../../src/core/study/agreement/ratings';
import { identityWeights, quadraticWeights } from '../../../../../src/core/study/agreement/weights';

/** A word per unit, a digit per rater (category from 1), `.` where there is none. */
const ratingsOf = (words: string, q: number): Ratings => ({
  categories: Array.from({ length: q }, (_, index) => String(index + 1)),
  numbers: Array.from({ length: q }, (_, index) => index + 1),
  raters: ['a', 'b', 'c', 'd'],
  units: words.split(' ').map((unit) => [...unit].map((digit) => (digit === '.' ? null : Number(digit) - 1))),
});

/** Krippendorff 2011, also in Gwet 2015. */
const four = ratingsOf('11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.', 5);
const units = countUnits(four);

describe('four raters of twelve units, some of them missing (Krippendorff 2011, Gwet 2015)', () => {
  it('gives the printed alphas', () => {
    expect(krippendorff(four, 'nominal').value).toBeCloseTo(0.743421, 6);
    expect(krippendorff(four, 'ordinal').value).toBeCloseTo(0.815388, 6);
    expect(krippendorff(four, 'interval').value).toBeCloseTo(0.849107, 6);
    expect(krippendorff(four, 'ratio').value).toBeCloseTo(0.797403, 6);
  });

  it('gives the printed agreement, AC1 and kappa with their standard errors', () => {
    const weights = identityWeights(5);
    expect(percentAgreement(units, weights).value).toBeCloseTo(0.818182, 6);
    expect(gwet(units, weights).value).toBeCloseTo(0.775444, 6);
    expect(gwet(units, weights).se).toBeCloseTo(0.14295, 5);
    expect(fleiss(units, weights).value).toBeCloseTo(0.761169, 6);
    expect(fleiss(units, weights).se).toBeCloseTo(0.15302, 5);
    expect(brennanPrediger(units, weights).value).toBeCloseTo(0.772727, 6);
  });

  it('gives the printed figures with quadratic weights', () => {
    expect(gwet(units, quadraticWeights(5)).value).toBeCloseTo(0.914001, 6);
    expect(gwet(units, quadraticWeights(5)).se).toBeCloseTo(0.10396, 5);
    expect(fleiss(units, quadraticWeights(5)).value).toBeCloseTo(0.864935, 6);
  });
});

describe('two raters by a table of three categories (irrCAC)', () => {
  const table = [
    [13, 0, 0],
    [0, 20, 7],
    [0, 4, 56],
  ];
  const pairs = table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j] as const)),
  );
  const met = pairTable(3, pairs);
  const two = countUnits({ categories: ['1', '2', '3'], numbers: [1, 2, 3], raters: ['a', 'b'], units: pairs });

  it('gives the printed kappa, plain and weighted, with standard errors', () => {
    expect(cohenKappa(met, identityWeights(3)).value).toBeCloseTo(0.796409, 6);
    expect(cohenKappa(met, identityWeights(3)).se).toBeCloseTo(0.058911, 6);
    expect(cohenKappa(met, quadraticWeights(3)).value).toBeCloseTo(0.892157, 6);
    expect(cohenKappa(met, quadraticWeights(3)).se).toBeCloseTo(0.035352, 6);
  });

  it("gives Scott's pi, AC1, AC2 and Brennan-Prediger", () => {
    expect(fleiss(two, identityWeights(3)).value).toBeCloseTo(0.79624, 6);
    expect(gwet(two, identityWeights(3)).value).toBeCloseTo(0.849331, 6);
    expect(gwet(two, identityWeights(3)).se).toBeCloseTo(0.043435, 6);
    expect(gwet(two, quadraticWeights(3)).value).toBeCloseTo(0.940237, 6);
    expect(gwet(two, quadraticWeights(3)).se).toBeCloseTo(0.01801, 6);
    expect(brennanPrediger(two, identityWeights(3)).value).toBeCloseTo(0.835, 6);
  });
});

it('gives the kappa and z of six raters of thirty people (Fleiss 1971)', () => {
  const rows =
    '00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006';
  const counts = rows.split(' ').map((row) => ({ counts: Float64Array.from(row, Number), raters: 6 }));
  expect(fleiss(counts, identityWeights(5)).value).toBeCloseTo(0.4302445, 7);
  expect(fleissZ(counts, 5)).toBeCloseTo(17.65183, 5);
});

describe('a two by two table', () => {
  const counts = [22, 2, 4, 11];
  const pairs = counts.flatMap((count, at) =>
    Array.from({ length: count }, () => [Math.floor(at / 2), at % 2] as const),
  );
  it('gives kappa, PABAK, bias and prevalence', () => {
    const met = pairTable(2, pairs);
    expect(cohenKappa(met, identityWeights(2)).value).toBeCloseTo(0.6667, 4);
    const two = countUnits({ categories: ['y', 'n'], numbers: null, raters: ['a', 'b'], units: pairs });
    expect(brennanPrediger(two, identityWeights(2)).value).toBeCloseTo(0.6923, 4);
    expect(biasAndPrevalence(met)?.bias).toBeCloseTo((2 - 4) / 39);
    expect(biasAndPrevalence(met)?.prevalence).toBeCloseTo((22 - 11) / 39);
  });
});

describe('what is undefined', () => {
  const of = (words: string) => ratingsOf(words, 3);
  it('says why instead of giving 0 or 1', () => {
    expect(krippendorff(of('11 11 11'), 'nominal')).toMatchObject({
      value: null,
      reason: expect.stringContaining('equal'),
    });
    expect(krippendorff(of('1. .2'), 'nominal')).toMatchObject({
      value: null,
      reason: expect.stringContaining('two raters'),
    });
    expect(krippendorff({ ...of('12'), numbers: null }, 'interval').reason).toContain('no numbers');
    expect(
      cohenKappa(
        pairTable(3, [
          [1, 1],
          [1, 1],
        ]),
        identityWeights(3),
      ).reason,
    ).toContain('one category');
    expect(cohenKappa(pairTable(3, []), identityWeights(3)).reason).toContain('both');
    expect(gwet(countUnits(of('1. .2')), identityWeights(3)).value).toBeNull();
    expect(gwet(countUnits(of('1 1')), identityWeights(1)).reason).toContain('one category');
  });
});
