const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A duration as one reads it at a glance: `8 s`, `3 min`, `2 h 5 min`. */
export const timeText = (ms: number): string => {
  if (ms < minuteMs) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`;
  const minutes = Math.round(ms / minuteMs);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
