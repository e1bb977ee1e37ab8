import { type OpenedTrajectory, openTrajectory } from '../app/trajectory/openTrajectory';
import { readStep } from '../app/trajectory/readStep';
import type { Step } from '../core/run/trajectory/step';
import type { OpenTrajectoryFiles } from '../core/run/trajectory/trajectoryFiles';
import type { StepEntry } from '../core/run/trajectory/trajectoryIndex';
import type { FilePort } from '../core/shared/files';
import type { ListedStep, TrajectoryApi, TrajectoryRef } from '../protocol/trajectory';
import { seekStep } from './seekStep';
import { shownStep, textOfStep } from './shownStep';
import type { Tasks } from './tasks';

export interface TrajectoryPorts {
  readonly files: FilePort;
  readonly openFiles: OpenTrajectoryFiles;
  readonly tasks: Tasks;
}

interface Kept {
  readonly version: number;
  /** Size and time of the file as it was when it was read. */
  readonly stamp: string;
  readonly opened: OpenedTrajectory;
  /** The step that was read last, for the rest of its texts. */
  last: { readonly idx: number; readonly step: Promise<Step> } | null;
}

/** Trajectories whose indexes are kept: as many as a person has on screen. */
const mostKept = 6;
const mostRows = 500;
const mostRaw = 262_144;

const listed = ({ records, facts, notices, parentStep, tokens, isError, ...entry }: StepEntry): ListedStep => ({
  ...entry,
  failed: isError,
});

const nameOf = (at: number, id: string | null): string => id ?? `number ${at + 1}`;

const keyOf = ({ path, which }: TrajectoryRef): string => `${which}\n${path}`;

/** The indexes that are kept, each until its file changes; the one that was asked for longest ago goes first. */
class Readings {
  private readonly kept = new Map<string, Kept>();
  private version = 0;

  constructor(private readonly ports: TrajectoryPorts) {}

  async open(ref: TrajectoryRef, signal: AbortSignal): Promise<Kept> {
    const stat = await this.ports.files.stat(ref.path);
    const stamp = stat ? `${stat.kind} ${stat.bytes} ${stat.modifiedMs}` : '';
    const before = this.kept.get(keyOf(ref));
    if (before?.stamp === stamp && stat?.kind === 'file') return this.keep(ref, before);
    const opened = await openTrajectory(this.ports.openFiles, ref.path, { which: ref.which, signal });
    this.version += 1;
    return this.keep(ref, { version: this.version, stamp, opened, last: null });
  }

  /** Null where the file was read anew since, or is kept no more. */
  get(q: TrajectoryRef & { readonly version: number }): Kept | null {
    const kept = this.kept.get(keyOf(q));
    return kept?.version === q.version ? kept : null;
  }

  private keep(ref: TrajectoryRef, kept: Kept): Kept {
    this.kept.delete(keyOf(ref));
    this.kept.set(keyOf(ref), kept);
    const oldest = this.kept.keys().next();
    if (this.kept.size > mostKept && !oldest.done) this.kept.delete(oldest.value);
    return kept;
  }
}

/** A step in full; the last one is kept while its texts are asked for. */
const stepOf = (kept: Kept, idx: number): Promise<Step> | null => {
  const entry = kept.opened.entries[idx - 1];
  if (!entry) return null;
  if (kept.last?.idx === idx) return kept.last.step;
  const last = { idx, step: readStep(kept.opened, entry) };
  kept.last = last;
  // What could not be read is tried again when it is next asked for.
  last.step.catch(() => {
    if (kept.last === last) kept.last = null;
  });
  return last.step;
};

/** Trajectories by pages: the index stays here, bodies are read when they are asked for. */
export const trajectoryApi = (ports: TrajectoryPorts): TrajectoryApi => {
  const readings = new Readings(ports);
  return {
    trajectoryShape: ({ task, ...ref }) =>
      ports.tasks.run(task, async (signal) => {
        const { version, opened } = await readings.open(ref, signal);
        const { head, entries, all } = opened;
        const several = all.length > 1 ? all.map(({ id }, at) => nameOf(at, id)) : [];
        return { version, head, steps: entries.length, several };
      }),
    trajectoryRows: async ({ from, count, ...at }) => {
      const entries = readings.get(at)?.opened.entries ?? null;
      const first = Math.max(1, from);
      return (
        entries && { from: first, rows: entries.slice(first - 1, first - 1 + Math.min(count, mostRows)).map(listed) }
      );
    },
    trajectoryStep: async ({ idx, ...at }) => {
      const kept = readings.get(at);
      const step = kept && (await stepOf(kept, idx));
      return step && shownStep(step);
    },
    trajectoryText: async ({ idx, part, from, count, ...at }) => {
      const kept = readings.get(at);
      const step = kept && (await stepOf(kept, idx));
      return step && (textOfStep(step, part)?.slice(from, from + count) ?? null);
    },
    trajectorySeek: async ({ idx, what, back, ...at }) => {
      const kept = readings.get(at);
      return kept && seekStep(kept.opened.entries, idx, what, back);
    },
    trajectoryRaw: async ({ ref, start, ...at }) => {
      const kept = readings.get(at);
      if (!kept) return null;
      const from = Math.max(ref.start, start);
      const end = Math.min(ref.end, from + mostRaw);
      const bytes = await kept.opened.files.bytes(ref.file, from, end);
      return { text: new TextDecoder().decode(bytes), start: from, end };
    },
  };
};
