import { alignTrajectories } from '../app/trajectory/alignTrajectories';
import type { OpenedTrajectory } from '../app/trajectory/openTrajectory';
import type { StepEntry } from '../core/run/trajectory/trajectoryIndex';
import { factsOf } from '../core/run/trajectory/trajectoryRow';
import { folderOf } from '../core/study/studyPath';
import { tableRow } from '../core/study/trajectoryTable/tableRow';
import type { TrajectoryRef } from '../protocol/trajectory';
import type { AlignedSide, SideStep, TrajectoryAlignmentApi } from '../protocol/trajectoryAlignment';
import type { Tasks } from './tasks';
import type { PlaceDesk } from './trajectoryPlaceApi';
import { placeOf } from './trajectoryPlaceApi';

const shownStep = ({ idx, role, kind, preview, durationMs, isError, exitCode }: StepEntry): SideStep => ({
  ...{ idx, role, kind, preview, durationMs, exitCode },
  failed: isError,
});

const sideOf = async (desk: PlaceDesk, ref: TrajectoryRef, opened: OpenedTrajectory): Promise<AlignedSide> => {
  const { head, entries, found } = opened;
  const place = await placeOf(desk, ref.path, head).catch(() => null);
  const facts = factsOf(head, found.format.title, entries.length);
  const root = place?.studyFolder ?? folderOf(ref.path);
  const row = tableRow(root, place && { place: () => place }, { ...ref, facts, fault: null });
  return { ref, row, steps: entries.map(shownStep) };
};

const notesOf = ({ row: a }: AlignedSide, { row: b }: AlignedSide): readonly string[] =>
  a.instanceId !== null && b.instanceId !== null && a.instanceId !== b.instanceId
    ? [`These are two instances: ${a.instanceId} and ${b.instanceId}.`]
    : [];

/** Two trajectories side by side. */
export const trajectoryAlignmentApi = (desk: PlaceDesk, tasks: Tasks): TrajectoryAlignmentApi => ({
  alignTrajectories: ({ a, b, task }) =>
    tasks.run(task, async (signal) => {
      const { opened: left } = await desk.readings.whole(a, signal);
      const { opened: right } = await desk.readings.whole(b, signal);
      const { rows, filesDiffer } = await alignTrajectories(left, right, signal);
      const [sideA, sideB] = [await sideOf(desk, a, left), await sideOf(desk, b, right)];
      return { a: sideA, b: sideB, rows, filesDiffer, notes: notesOf(sideA, sideB) };
    }),
});
