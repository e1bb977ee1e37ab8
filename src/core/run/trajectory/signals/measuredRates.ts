import type { MeasuredRate } from './signal';

/**
 * What was measured of cheap signals on 826 published SWE-agent 0.x runs (SWE-bench Lite, three runs), 89 of them
 * resolved: one old scaffold, Python only, reference patches of one file each. Most barely differ from the base.
 */
const measuredOn = '826 SWE-agent 0.x runs on SWE-bench Lite';

/** The share of those runs that failed. */
const baseFailure = 0.892;

const rate = (fires: number, failedIfFired: number, failedIfNot: number): MeasuredRate => ({
  fires,
  failedIfFired,
  failedIfNot,
});

export const measuredRates = {
  notSubmitted: rate(0.07, 1, 0.885),
  emptyPatch: rate(0.12, 1, 0.877),
  noGoldFile: rate(0.48, 1, 0.792),
  extraFiles: rate(0.69, 0.935, 0.794),
  newFiles: rate(0.63, 0.935, 0.82),
  sameActionFiveTimes: rate(0.04, 0.966, 0.89),
  editSyntaxErrors: rate(0.12, 0.912, 0.89),
  noTestRunner: rate(0.92, 0.895, 0.855),
  nothingRunAfterEdit: rate(0.63, 0.877, 0.918),
  errorObservations: rate(0.13, 0.876, 0.895),
} as const;

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** What the measured rate says, beside the share that failed anyway; null: not measured. */
export const rateWords = (measured: MeasuredRate | null): string =>
  measured === null
    ? `Not measured; of ${measuredOn} ${percent(baseFailure)} failed anyway.`
    : `Of ${measuredOn}, ${percent(baseFailure)} failed: ${percent(measured.failedIfFired)} of those with this sign, ` +
      `${percent(measured.failedIfNot)} of those without.`;

/** The share of runs that failed anyway, to be said beside every suggestion. */
export const baseRateWords = `Suggestions. Base rate of failure ${percent(baseFailure)} (${measuredOn}).`;
