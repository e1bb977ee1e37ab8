import { StepEntries } from '../../core/run/trajectory/stepEntries';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import type { RecordsEnd } from '../../core/run/trajectory/trajectoryFiles';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../core/run/trajectory/trajectoryFormat';
import { indexGroups, type StepEntry, StepSums } from '../../core/run/trajectory/trajectoryIndex';
import { counted } from '../../core/shared/counted';
import type { FoundTrajectory } from './findTrajectories';

/** What is known of a trajectory beside its steps. */
export interface PassHead {
  readonly head: Trajectory;
  /** What could not be read and where, and what was mended; those of the head too. */
  readonly warnings: readonly string[];
  /** Those of them that name a file and its bytes. */
  readonly faults: readonly string[];
}

const mostNotes = 50;

/** One pass over a trajectory's records. Holds entries, and the records of open steps alone. */
export class IndexPass {
  readonly entries = new StepEntries();
  private readonly reader: TrajectoryReader;
  private sums = new StepSums();
  private readonly notes: string[] = [];
  private more = 0;
  /** Of the ends of files, which may grow. */
  private ends: string[] = [];
  private isCut = false;
  /** Entries and sums as they were before the end. */
  private before: { readonly length: number; readonly sums: StepSums } | null = null;

  constructor(
    private readonly found: FoundTrajectory,
    private readonly onEntries: (entries: readonly StepEntry[]) => void,
  ) {
    this.reader = found.format.open(found.version);
  }

  take(records: readonly RawRecord[]): void {
    const groups: StepGroup[] = [];
    for (const record of records) {
      const said = record.broken ?? record.note;
      if (said !== undefined) this.note(`${record.ref.file}, bytes ${record.ref.start} to ${record.ref.end}: ${said}`);
      for (const group of this.reader.take(record)) groups.push(group);
    }
    this.add(groups);
  }

  endOfFile(path: string, { cut, trailing, damage, bytes }: RecordsEnd): void {
    this.isCut ||= cut !== null || damage !== null;
    if (damage !== null) this.ends.push(`${path}: ${damage}`);
    if (cut !== null)
      this.ends.push(
        `${path}: it ends at byte ${bytes} in a piece that began at byte ${cut.start}: cut, or still written.`,
      );
    if (trailing !== null)
      this.ends.push(`${path}: what stands behind the document's end at byte ${trailing} was not read.`);
  }

  /** Steps that were still open are given too. Taken back by `resume`. */
  end(): PassHead {
    this.before = { length: this.entries.length, sums: this.sums.copy() };
    this.add(this.reader.end(this.isCut));
    return this.soFar();
  }

  /** Entries that stay as they are, however the file grows. */
  get settled(): number {
    return this.before?.length ?? this.entries.length;
  }

  /** Takes `end` back, for the file goes on; false where this format's reader can't. */
  resume(): boolean {
    if (this.before === null || this.reader.resume === undefined) return false;
    this.reader.resume();
    this.entries.cut(this.before.length);
    this.sums = this.before.sums;
    this.before = null;
    this.isCut = false;
    this.ends = [];
    return true;
  }

  soFar(): PassHead {
    const head = this.sums.complete(this.reader.head());
    const more = this.more > 0 ? [`${counted(this.more, 'more note')} of this kind.`] : [];
    const faults = [...this.notes, ...more, ...this.ends];
    const warnings = [...head.warnings, ...faults];
    return { head: { ...head, instanceId: head.instanceId ?? this.idWithin(), warnings }, warnings, faults };
  }

  /** Of several in one file each is known by its instance. */
  private idWithin(): string | null {
    return this.found.within === null ? null : this.found.id;
  }

  private add(groups: readonly StepGroup[]): void {
    if (groups.length > 0) this.onEntries(indexGroups(this.found.format, groups, this.entries, this.sums));
  }

  private note(text: string): void {
    if (this.notes.length < mostNotes) this.notes.push(text);
    else this.more += 1;
  }
}
