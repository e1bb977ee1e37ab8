/** Time as a port: wall-clock for records, a monotone counter for durations. */
export interface Clock {
  /** RFC 3339 with the local offset, for example `2026-11-30T14:02:11.204+01:00`. */
  now(): string;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
}
