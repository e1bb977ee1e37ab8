import type { FoundCheck } from './datasetCheck';

/** The check that counts of each instance: of several files that speak of it, the latest. */
export const latestChecks = (checks: readonly FoundCheck[]): ReadonlyMap<string, FoundCheck> => {
  const latest = new Map<string, FoundCheck>();
  for (const check of checks) {
    const known = latest.get(check.instanceId);
    if (!known || Date.parse(check.at) >= Date.parse(known.at)) latest.set(check.instanceId, check);
  }
  return latest;
};

/** A check that may still be trusted; null where there is none or the row has changed since. */
export const validCheck = (check: FoundCheck | undefined): FoundCheck | null =>
  check === undefined || check.stale === true ? null : check;
