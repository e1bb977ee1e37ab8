import { timelineOf } from '../core/run/trajectory/timeline/timeline';
import type { TrajectoryTimelineApi } from '../protocol/trajectoryTimeline';
import type { TrajectoryReadings } from './trajectoryReadings';

const widest = 8192;

/** The timeline of a trajectory, drawn together to the pixels that it is shown on. */
export const trajectoryTimelineApi = (readings: TrajectoryReadings): TrajectoryTimelineApi => ({
  trajectoryTimeline: async ({ width, ...at }) => {
    const reading = readings.get(at);
    const pixels = Math.min(widest, Math.max(1, Math.round(width)));
    return reading && timelineOf(reading.opened.head.agents, reading.opened.entries, pixels);
  },
});
