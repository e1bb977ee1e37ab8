const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span of the study file (`500ms`, `20s`, `30m`, `48h`, `2d`) in milliseconds; null where it is none. */
export const spanMs = (text: string): number | null => {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(text.trim());
  const unit = found?.[2] === undefined ? undefined : units[found[2]];
  return found && unit !== undefined ? Number(found[1]) * unit : null;
};

const sizes: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
};

/** A size of the study file (`512MiB`, `4GiB`) in bytes; null where it is none. */
export const sizeBytes = (text: string): number | null => {
  const found = /^(\d+(?:\.\d+)?)\s*([KMG]i?B)$/.exec(text.trim());
  const unit = found?.[2] === undefined ? undefined : sizes[found[2]];
  return found && unit !== undefined ? Math.round(Number(found[1]) * unit) : null;
};
