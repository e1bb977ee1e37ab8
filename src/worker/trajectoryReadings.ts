import { beginReading } from '../app/trajectory/openTrajectory';
import type { Step } from '../core/run/trajectory/step';
import type { OpenTrajectoryFiles } from '../core/run/trajectory/trajectoryFiles';
import type { StepEntry } from '../core/run/trajectory/trajectoryIndex';
import type { FilePort } from '../core/shared/files';
import type { TrajectoryRef } from '../protocol/trajectory';
import { Kept } from './keptTrajectory';

export interface ReadingPorts {
  readonly files: FilePort;
  readonly openFiles: OpenTrajectoryFiles;
}

interface Stamp {
  readonly text: string;
  readonly bytes: number;
}

/** Trajectories whose indexes are kept: as many as a person has on screen. */
const mostKept = 6;
/** How often a step is read again because its file was replaced meanwhile. */
const mostTries = 4;
/** A file that was written anew as a whole and is no larger is read to its end before it is compared with its rows. */
const mostCompared = 64 * 1024 * 1024;

const keyOf = ({ path, which }: TrajectoryRef): string => `${which}\n${path}`;

const whatItIs = ['agentId', 'role', 'kind', 'preview', 'startedAt'] as const;
const howItWent = ['durationMs', 'costUsd', 'exitCode', 'isError'] as const;

/** Whether the rows of the one are the first of the other, but for the answer that its last one may have got since. */
const goesOn = (one: readonly StepEntry[], other: readonly StepEntry[]): boolean =>
  one.length > 1 &&
  one.every((row, at) => {
    const now = other[at];
    const fields = at === one.length - 1 ? whatItIs : [...whatItIs, ...howItWent];
    return now !== undefined && fields.every((field) => row[field] === now[field]);
  });

/** The indexes that are kept, each until its file changes; the one that was asked for longest ago goes first. */
export class TrajectoryReadings {
  private readonly kept = new Map<string, Kept>();
  private readonly asked = new Map<string, Promise<Kept>>();
  private version = 0;

  constructor(private readonly ports: ReadingPorts) {}

  /** As soon as a step is known; it goes on in the background. An aborted signal ends it. */
  async open(ref: TrajectoryRef, signal: AbortSignal): Promise<Kept> {
    const stop = () => this.end(keyOf(ref));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.shown(ref, await this.current(ref));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private async shown(ref: TrajectoryRef, kept: Kept): Promise<Kept> {
    try {
      await kept.shown();
    } catch (error) {
      if (this.kept.get(keyOf(ref)) === kept) this.drop(keyOf(ref));
      throw error;
    }
    return kept;
  }

  /** Once it is read to its end. */
  async whole(ref: TrajectoryRef, signal: AbortSignal): Promise<Kept> {
    const kept = await this.open(ref, signal);
    await kept.done;
    return kept;
  }

  /** Null where the file was read anew since, or is kept no more. */
  get(q: TrajectoryRef & { readonly version: number }): Kept | null {
    const kept = this.kept.get(keyOf(q));
    return kept?.version === q.version ? kept : null;
  }

  /**
   * What `read` gives of this version, read from the file that the version is of: one that was replaced meanwhile, as runs
   * replace theirs after each step, is looked at and read again. Null as `get`, and where it changes all the time.
   */
  async steady<T>(
    q: TrajectoryRef & { readonly version: number },
    read: (kept: Kept) => Promise<T> | null,
  ): Promise<T | null> {
    for (let tries = 0; tries < mostTries; tries++) {
      const kept = this.get(q);
      if (kept === null) return null;
      const reading = Promise.resolve(read(kept));
      await reading.catch(() => null);
      if (kept.state === 'indexing' || (await this.isStill(kept, q))) return reading;
    }
    return null;
  }

  /** Whether the file is the one that was read, or goes on with it in its place. */
  private async isStill(kept: Kept, ref: TrajectoryRef): Promise<boolean> {
    const stamp = await this.stampOf(ref.path);
    if (stamp === null || stamp.text === kept.stamp) return true;
    const now = await this.current(ref).catch(() => null);
    return now === null || now.reading === kept.reading;
  }

  /** Nobody looks at the file any more: what is still read of it is not read on. */
  close(path: string): void {
    for (const key of [...this.kept.keys()]) if (key.endsWith(`\n${path}`)) this.end(key);
  }

  private end(key: string): void {
    if (this.kept.get(key)?.state === 'indexing') this.drop(key);
  }

  /** One look at the file for all who ask at the same time. */
  private current(ref: TrajectoryRef): Promise<Kept> {
    const key = keyOf(ref);
    const before = this.asked.get(key);
    if (before) return before;
    const looked = this.look(ref).finally(() => this.asked.delete(key));
    this.asked.set(key, looked);
    return looked;
  }

  private async look(ref: TrajectoryRef): Promise<Kept> {
    const stamp = await this.stampOf(ref.path);
    const before = this.kept.get(keyOf(ref));
    if (before === undefined) return this.keep(ref, await this.begin(ref, stamp));
    if (before.state === 'indexing' || (stamp !== null && before.stamp === stamp.text)) return this.keep(ref, before);
    return this.keep(ref, (await this.grown(before, stamp)) ?? (await this.anew(ref, before, stamp)));
  }

  private async stampOf(path: string): Promise<Stamp | null> {
    const stat = await this.ports.files.stat(path);
    return stat?.kind === 'file' ? { text: `${stat.bytes} ${stat.modifiedMs}`, bytes: stat.bytes } : null;
  }

  private async begin(ref: TrajectoryRef, stamp: Stamp | null): Promise<Kept> {
    const stop = new AbortController();
    let known = (): void => {};
    const first = new Promise<void>((resolve) => {
      known = resolve;
    });
    const options = { which: ref.which, signal: stop.signal, onEntries: () => known() };
    const reading = await beginReading(this.ports.openFiles, ref.path, options);
    const done = reading.read(stop.signal);
    const version = ++this.version;
    const kept = new Kept({ version, stamp: stamp?.text ?? '', reading, done, first, stop });
    done.catch(() => {
      if (this.kept.get(keyOf(ref)) === kept) this.kept.delete(keyOf(ref));
    });
    return kept;
  }

  /** The same reading and version, read on; null where it can't be. */
  private async grown(before: Kept, stamp: Stamp | null): Promise<Kept | null> {
    if (stamp === null || !(await before.reading.grow(this.ports.openFiles))) return null;
    const kept = before.as({ stamp: stamp.text, done: Promise.resolve() });
    await kept.done;
    return kept;
  }

  /** Read anew: with the version that it had where its rows only became more. */
  private async anew(ref: TrajectoryRef, before: Kept, stamp: Stamp | null): Promise<Kept> {
    const next = await this.begin(ref, stamp);
    if (stamp === null || stamp.bytes > mostCompared) return next;
    before.renewal = this.renewed(before, next);
    return (await before.renewal) ?? next;
  }

  private async renewed(before: Kept, next: Kept): Promise<Kept | null> {
    const rows = before.opened.entries;
    await next.done.catch(() => {});
    if (!goesOn(rows, next.opened.entries)) return null;
    const { version } = before;
    const kept = next.as({ version, isMoved: true });
    await kept.shown();
    return kept;
  }

  private keep(ref: TrajectoryRef, kept: Kept): Kept {
    this.kept.delete(keyOf(ref));
    this.kept.set(keyOf(ref), kept);
    const oldest = this.kept.keys().next();
    if (this.kept.size > mostKept && !oldest.done) this.drop(oldest.value);
    return kept;
  }

  private drop(key: string): void {
    this.kept.get(key)?.stop();
    this.kept.delete(key);
  }
}

/** A step in full; the last one is kept while its texts are asked for. Null: there is no such step. */
export const stepOf = (kept: Kept, idx: number): Promise<Step> | null => kept.step(idx);
