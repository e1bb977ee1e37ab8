import type { OpenedTrajectory } from '../app/trajectory/openTrajectory';
import { textOfStep } from '../core/run/trajectory/stepTexts';
import type { StepEntry } from '../core/run/trajectory/trajectoryIndex';
import type { ListedStep, TrajectoryApi } from '../protocol/trajectory';
import { shownStep } from './shownStep';
import type { Tasks } from './tasks';
import { stepOf, type TrajectoryReadings } from './trajectoryReadings';

const mostRaw = 262_144;

/** What the list shows of an entry. */
export const listed = (entry: StepEntry): ListedStep => ({
  idx: entry.idx,
  agentId: entry.agentId,
  role: entry.role,
  kind: entry.kind,
  preview: entry.preview,
  startedAt: entry.startedAt,
  durationMs: entry.durationMs,
  completion: entry.completion,
  costUsd: entry.costUsd,
  failed: entry.isError,
  exitCode: entry.exitCode,
});

type Found = OpenedTrajectory['all'][number];

/** The instance of one of several; else its file where each has its own, else its number. */
const nameOf = ({ id, parts, within }: Found, at: number): string =>
  id ?? (within === null ? parts[0]?.path : undefined) ?? `number ${at + 1}`;

/** Trajectories by pages: the index stays here, bodies are read when they are asked for. */
export const trajectoryApi = (readings: TrajectoryReadings, tasks: Tasks): TrajectoryApi => {
  return {
    trajectoryShape: ({ task, ...ref }) =>
      tasks.run(task, async (signal) => {
        const { version, opened, state, reading } = await readings.open(ref, signal);
        const { head, entries, all } = opened;
        const several = all.length > 1 ? all.map(nameOf) : [];
        return { version, head, steps: entries.length, settled: reading.settled, state, several };
      }),
    trajectoryStep: async ({ idx, ...at }) => {
      const step = await readings.steady(at, (kept) => stepOf(kept, idx));
      return step && shownStep(step);
    },
    trajectoryText: async ({ idx, part, from, count, ...at }) => {
      const step = await readings.steady(at, (kept) => stepOf(kept, idx));
      return step && (textOfStep(step, part)?.slice(from, from + count) ?? null);
    },
    trajectoryRaw: async ({ ref, start, ...at }) => {
      const kept = readings.get(at);
      if (!kept?.holds(ref)) return null;
      const from = Math.max(ref.start, start);
      const end = Math.min(ref.end, from + mostRaw);
      const bytes = await kept.opened.files.bytes(ref.file, from, end);
      return { text: new TextDecoder().decode(bytes), start: from, end };
    },
    trajectoryClose: async ({ path }) => {
      readings.close(path);
      return null;
    },
  };
};
