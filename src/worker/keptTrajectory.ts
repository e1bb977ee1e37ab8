import type { OpenedTrajectory } from '../app/trajectory/openTrajectory';
import { readStep } from '../app/trajectory/readStep';
import type { TrajectoryReading } from '../app/trajectory/trajectoryReading';
import type { RawRef, Step } from '../core/run/trajectory/step';
import { InputFault } from '../core/shared/problem';

/** Milliseconds that a caller waits for the end once there is something to show: most files are read by then. */
const patience = 100;

const passed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

interface KeptFacts {
  readonly version: number;
  /** Size and time of the file as it was when its reading began. */
  readonly stamp: string;
  readonly reading: TrajectoryReading;
  /** Ends with the pass over the file; with the fault where it could not be read to its end. */
  readonly done: Promise<void>;
  /** Ends once a step is known. */
  readonly first: Promise<void>;
  readonly stop: AbortController;
  /** Its file was written anew while its version stayed: raw places that were given before hold no more. */
  readonly isMoved?: boolean;
}

/** One reading of a trajectory's file, as far as it has come. */
export class Kept {
  readonly version: number;
  readonly stamp: string;
  readonly reading: TrajectoryReading;
  state: 'indexing' | 'whole' = 'indexing';
  /** The file has changed and is read anew: what holds of this version from then on; null where it is over. */
  renewal: Promise<Kept | null> | null = null;
  private last: { readonly idx: number; readonly step: Promise<Step> } | null = null;

  constructor(private readonly facts: KeptFacts) {
    this.version = facts.version;
    this.stamp = facts.stamp;
    this.reading = facts.reading;
    facts.done.then(
      () => {
        this.state = 'whole';
      },
      () => {},
    );
  }

  get opened(): OpenedTrajectory {
    return this.facts.reading.opened;
  }

  get done(): Promise<void> {
    return this.facts.done;
  }

  /** The same reading, read on or found to go on another one. */
  as(change: Partial<KeptFacts>): Kept {
    return new Kept({ ...this.facts, ...change });
  }

  /** Once there is something to show, or an end. Throws where it can't be read. */
  shown(): Promise<void> {
    return Promise.race([this.facts.done, this.facts.first.then(() => passed(patience))]);
  }

  stop(): void {
    this.facts.stop.abort(new Error('Cancelled'));
  }

  /** Whether the range is one of a step; asked only where what was given before may have moved. */
  holds({ file, start, end }: RawRef): boolean {
    if (this.facts.isMoved !== true) return true;
    return this.opened.entries.some(({ records }) =>
      records.some(({ ref }) => ref.file === file && ref.start === start && ref.end === end),
    );
  }

  /** A step in full; the last one is kept while its texts are asked for. Null: there is no such step. */
  step(idx: number): Promise<Step> | null {
    if (this.renewal !== null) return this.renewedStep(this.renewal, idx);
    const { opened } = this;
    const entry = opened.entries[idx - 1];
    if (!entry) return null;
    if (this.last?.idx === idx && idx <= this.reading.settled) return this.last.step;
    const last = { idx, step: readStep(opened, entry) };
    this.last = last;
    // What could not be read is tried again when it is next asked for.
    last.step.catch(() => {
      if (this.last === last) this.last = null;
    });
    return last.step;
  }

  private async renewedStep(renewal: Promise<Kept | null>, idx: number): Promise<Step> {
    const step = await (await renewal)?.step(idx);
    if (!step) throw new InputFault('The file has changed and is read anew.');
    return step;
  }
}
