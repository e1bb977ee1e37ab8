/** The parts of jstat that we use: quantiles and the distribution functions of four families. */
declare module 'jstat' {
  interface Distribution<Parameters extends readonly number[]> {
    inv(p: number, ...parameters: Parameters): number;
    cdf(x: number, ...parameters: Parameters): number;
  }
  export const jStat: {
    readonly normal: Distribution<readonly [mean: number, sd: number]>;
    readonly studentt: Distribution<readonly [df: number]>;
    readonly beta: Distribution<readonly [alpha: number, beta: number]>;
    readonly chisquare: Distribution<readonly [df: number]>;
  };
}
