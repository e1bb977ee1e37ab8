/** `0:48`, `12:05`, `1:02:03`. */
export const durationText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
};

/** `52 s`, `1 min 12 s`. */
export const spanText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** `about 9 min left`, in whole minutes. */
export const leftText = (ms: number): string => `about ${Math.max(1, Math.round(ms / 60_000))} min left`;

/** Date and time of an RFC 3339 text, as written: `2026-11-30 14:02`. */
export const momentText = (at: string): string => at.slice(0, 16).replace('T', ' ');
