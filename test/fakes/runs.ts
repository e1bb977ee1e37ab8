/** How many times more `npm run test:night` tries: random cases, kills. CI holds the smaller, fixed counts. */
const nightFactor = process.env['TOUCHSTONE_NIGHT'] === '1' ? 20 : 1;

export const runs = (count: number): number => count * nightFactor;
