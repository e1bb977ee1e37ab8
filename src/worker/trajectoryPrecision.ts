import { studyPrecision } from '../app/trajectory/studyPrecision';
import type { TouchstoneEvent } from '../core/review/events/event';
import { judgedModes } from '../core/review/events/judgedModes';
import type { OpenTrajectoryFiles } from '../core/run/trajectory/trajectoryFiles';
import type { SignalPrecision } from '../core/study/signalPrecision';
import { pathBelow } from '../core/study/studyPath';
import { readKeptEvents } from '../io/store/keptEvents';
import { fileMemo } from './fileMemo';
import type { PlaceDesk } from './trajectoryPlaceApi';

/** How the signals stand to the verdicts of the study that a trajectory lies in; null where too few are there. */
export type PrecisionOf = (path: string, signal: AbortSignal) => Promise<SignalPrecision | null>;

const mostKept = 4096;

/** Over the study that is open; signals of judged trajectories are kept until their files change. */
export const precisionOf = (desk: PlaceDesk, openFiles: OpenTrajectoryFiles): PrecisionOf => {
  const memo = fileMemo(desk.ports.files, mostKept);
  return async (path, signal) => {
    const { folder } = desk.study;
    if (folder === null || pathBelow(folder, path) === null) return null;
    const events: TouchstoneEvent[] = [];
    for await (const event of readKeptEvents(folder)) events.push(event);
    const opened = { catalogue: await desk.study.of(folder), rows: await desk.study.rowsOf(folder) };
    const ports = { ...desk.ports, readInstance: desk.readInstance, openFiles, memo };
    return studyPrecision(ports, opened, judgedModes(events), signal);
  };
};
