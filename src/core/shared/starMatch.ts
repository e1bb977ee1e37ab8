/**
 * Whether a row of items matches a pattern in which a star stands for any number of items. Goes back to the last star
 * only, so that it takes the product of the lengths at the most.
 */
export const starMatch = <P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (part: P) => boolean,
  fits: (part: P, item: T) => boolean,
): boolean => {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length; ) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      star = at;
      at += 1;
      resume = item;
    } else if (part !== undefined && fits(part, items[item] as T)) {
      at += 1;
      item += 1;
    } else {
      if (star < 0) return false;
      at = star + 1;
      resume += 1;
      item = resume;
    }
  }
  return pattern.slice(at).every(isStar);
};
