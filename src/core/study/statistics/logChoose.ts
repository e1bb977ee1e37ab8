/** Natural logarithms of 0!, 1!, 2!...; grows as it is asked. */
const logFactorials: number[] = [0];

const logFactorial = (n: number): number => {
  for (let next = logFactorials.length; next <= n; next++)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[n] ?? 0;
};

/** log of "n choose k": the plain number overflows a double near n = 1,030. -Infinity where k is no part of n. */
export const logChoose = (n: number, k: number): number =>
  k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k);
