import { anchorOf, findAnchor } from '../app/trajectory/stepAnchor';
import type { Sha256 } from '../core/shared/hash';
import type { TrajectoryMarksApi } from '../protocol/trajectoryMarks';
import type { TrajectoryReadings } from './trajectoryReadings';

/** Anchors by which steps are found again in another reading of their file. */
export const trajectoryMarksApi = (readings: TrajectoryReadings, sha256: Sha256): TrajectoryMarksApi => ({
  trajectoryAnchor: async ({ idx, ...at }) => {
    const opened = readings.get(at)?.opened;
    const entry = opened?.entries[idx - 1];
    return opened && entry ? anchorOf(opened, sha256, entry) : null;
  },
  trajectoryFindAnchors: async ({ anchors, ...at }) => {
    const opened = readings.get(at)?.opened;
    if (!opened) return null;
    const found: number[] = [];
    for (const anchor of anchors) found.push((await findAnchor(opened, sha256, anchor))?.idx ?? 0);
    return found;
  },
});
