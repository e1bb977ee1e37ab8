import { type OpenedTrajectory, openTrajectory } from '../app/trajectory/openTrajectory';
import { readStep } from '../app/trajectory/readStep';
import type { Step } from '../core/run/trajectory/step';
import type { OpenTrajectoryFiles } from '../core/run/trajectory/trajectoryFiles';
import type { FilePort } from '../core/shared/files';
import type { TrajectoryRef } from '../protocol/trajectory';

export interface ReadingPorts {
  readonly files: FilePort;
  readonly openFiles: OpenTrajectoryFiles;
}

/** One reading of a trajectory's file. */
export interface Kept {
  readonly version: number;
  /** Size and time of the file as it was when it was read. */
  readonly stamp: string;
  readonly opened: OpenedTrajectory;
  /** The step that was read last, for the rest of its texts. */
  last: { readonly idx: number; readonly step: Promise<Step> } | null;
}

/** Trajectories whose indexes are kept: as many as a person has on screen. */
const mostKept = 6;
const keyOf = ({ path, which }: TrajectoryRef): string => `${which}\n${path}`;

/** The indexes that are kept, each until its file changes; the one that was asked for longest ago goes first. */
export class TrajectoryReadings {
  private readonly kept = new Map<string, Kept>();
  private version = 0;

  constructor(private readonly ports: ReadingPorts) {}

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
export const stepOf = (kept: Kept, idx: number): Promise<Step> | null => {
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
