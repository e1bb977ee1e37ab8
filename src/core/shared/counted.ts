/** A number with its noun: `1 prediction`, `2,000 predictions`. `many` where the plural isn't made with an s. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
