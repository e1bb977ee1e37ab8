const gibibyte = 1024 ** 3;

/** A size for people: `1.4 GiB`, `12 MiB`. */
export const sizeText = (bytes: number): string =>
  bytes >= gibibyte ? `${(bytes / gibibyte).toFixed(1)} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;

/** What removing several things frees; images share layers, so it is the most. Null sizes are unknown. */
export const freedText = (items: readonly { readonly bytes: number | null }[]): string => {
  const bytes = items.reduce((sum, item) => sum + (item.bytes ?? 0), 0);
  return bytes === 0 ? 'an unknown size' : `at most ${sizeText(bytes)}`;
};
