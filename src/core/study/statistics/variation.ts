/** Mean of a list; null where it is empty. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Variance with n - 1 below; null under two values. */
export const varianceOf = (values: readonly number[]): number | null => {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
};

/** Coefficient of variation, s / mean with n - 1 below; null where the mean is 0 or there are fewer than two values. */
export const coefficientOfVariation = (values: readonly number[]): number | null => {
  const [mean, variance] = [meanOf(values), varianceOf(values)];
  return mean === null || variance === null || mean === 0 ? null : Math.sqrt(variance) / mean;
};
