import type { TrajectoryStatus } from './trajectory';

/** How a run ended, as people say it. */
export const statusWords: Readonly<Record<TrajectoryStatus, string>> = {
  submitted: 'submitted',
  submitted_empty: 'submitted empty',
  limit_turns: 'turn limit',
  limit_cost: 'cost limit',
  limit_time: 'time limit',
  limit_context: 'context limit',
  format: 'format errors',
  env_error: 'environment error',
  api_error: 'API error',
  aborted: 'aborted',
  stuck: 'stuck',
  unknown: 'unknown',
};

/** Milliseconds as people say them: 0.3 s, 55.4 s, 10 m 44 s, 2 h 5 m. */
export const durationWords = (ms: number): string => {
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  const hours = Math.floor(whole / 3600);
  return hours < 48 ? `${hours} h ${Math.floor((whole % 3600) / 60)} m` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

/** US dollars to the cent; what is less than ten cents, to a hundredth of one. */
export const costWords = (usd: number): string => `$${usd.toFixed(usd < 0.1 && usd > 0 ? 4 : 2)}`;
