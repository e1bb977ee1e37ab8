/**
 * Kendall's tau-b of two lists of one length, ties allowed; null where one of them is all ties or they have fewer than
 * two places. Quadratic: lists of models are short.
 */
export const tauB = (x: readonly number[], y: readonly number[]): number | null => {
  let [concordant, discordant, tiedX, tiedY] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++)
    for (let j = i + 1; j < x.length; j++) {
      const [dx, dy] = [Math.sign((x[i] ?? 0) - (x[j] ?? 0)), Math.sign((y[i] ?? 0) - (y[j] ?? 0))];
      if (dx === 0) tiedX += 1;
      if (dy === 0) tiedY += 1;
      if (dx * dy > 0) concordant += 1;
      if (dx * dy < 0) discordant += 1;
    }
  const pairs = (x.length * (x.length - 1)) / 2;
  const scale = Math.sqrt((pairs - tiedX) * (pairs - tiedY));
  return scale === 0 ? null : (concordant - discordant) / scale;
};

/** Share of pairs that the lists put in opposite order, among those that neither ties; null where there are none. */
export const discordantShare = (x: readonly number[], y: readonly number[]): number | null => {
  let [discordant, pairs] = [0, 0];
  for (let i = 0; i < x.length; i++)
    for (let j = i + 1; j < x.length; j++) {
      const product = ((x[i] ?? 0) - (x[j] ?? 0)) * ((y[i] ?? 0) - (y[j] ?? 0));
      if (product !== 0) pairs += 1;
      if (product < 0) discordant += 1;
    }
  return pairs === 0 ? null : discordant / pairs;
};
