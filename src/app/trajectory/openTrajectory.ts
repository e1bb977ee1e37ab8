import { StepEntries } from '../../core/run/trajectory/stepEntries';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import type { OpenTrajectoryFiles, RecordsEnd, TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { RawRecord, TrajectoryReader } from '../../core/run/trajectory/trajectoryFormat';
import { indexGroups, type StepEntry, StepSums } from '../../core/run/trajectory/trajectoryIndex';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { type FoundTrajectory, findTrajectories } from './findTrajectories';

/** A trajectory whose steps are known by their places; bodies are read by `readStep`. */
export interface OpenedTrajectory {
  readonly path: string;
  readonly files: TrajectoryFiles;
  readonly found: FoundTrajectory;
  /** All that the path holds, this one among them. */
  readonly all: readonly FoundTrajectory[];
  readonly head: Trajectory;
  readonly entries: readonly StepEntry[];
  /** What could not be read and where, and what was mended; those of the head too. */
  readonly warnings: readonly string[];
  /** Those of them that name a file and its bytes. */
  readonly faults: readonly string[];
}

export interface OpenTrajectoryOptions {
  /** Which of several: its place from 0, or the id of its instance. Without it the first. */
  readonly which?: number | string;
  /** Entries as they become known, in their order; for a first sight before the end is read. */
  readonly onEntries?: (entries: readonly StepEntry[]) => void;
  readonly signal?: AbortSignal;
}

const mostNotes = 50;

/** One pass over a trajectory's records. Holds entries, and the records of open steps alone. */
class IndexPass {
  readonly entries = new StepEntries();
  private readonly reader: TrajectoryReader;
  private readonly sums = new StepSums();
  private readonly notes: string[] = [];
  private more = 0;
  private isCut = false;

  constructor(
    private readonly found: FoundTrajectory,
    private readonly onEntries: (entries: readonly StepEntry[]) => void,
  ) {
    this.reader = found.format.open(found.version);
  }

  take(records: readonly RawRecord[]): void {
    const groups = records.flatMap((record) => {
      const said = record.broken ?? record.note;
      if (said !== undefined) this.note(`${record.ref.file}, bytes ${record.ref.start} to ${record.ref.end}: ${said}`);
      return this.reader.take(record);
    });
    this.add(groups);
  }

  endOfFile(path: string, { cut, trailing, damage, bytes }: RecordsEnd): void {
    this.isCut ||= cut !== null || damage !== null;
    if (damage !== null) this.note(`${path}: ${damage}`);
    if (cut !== null)
      this.note(`${path}: it ends at byte ${bytes} in a piece that began at byte ${cut.start}: cut, or still written.`);
    if (trailing !== null)
      this.note(`${path}: what stands behind the document's end at byte ${trailing} was not read.`);
  }

  end(): Pick<OpenedTrajectory, 'head' | 'warnings' | 'faults'> {
    this.add(this.reader.end(this.isCut));
    const head = this.sums.complete(this.reader.head());
    const more = this.more > 0 ? [`${counted(this.more, 'more note')} of this kind.`] : [];
    const faults = [...this.notes, ...more];
    const warnings = [...head.warnings, ...faults];
    return { head: { ...head, instanceId: head.instanceId ?? this.idWithin(), warnings }, warnings, faults };
  }

  /** Of several in one file each is known by its instance. */
  private idWithin(): string | null {
    return this.found.within === null ? null : this.found.id;
  }

  private add(groups: Parameters<typeof indexGroups>[1]): void {
    if (groups.length === 0) return;
    const entries = indexGroups(this.found.format, groups, this.entries, this.sums);
    this.onEntries(entries);
  }

  private note(text: string): void {
    if (this.notes.length < mostNotes) this.notes.push(text);
    else this.more += 1;
  }
}

const readWithin = async (files: TrajectoryFiles, found: FoundTrajectory, pass: IndexPass): Promise<void> => {
  const [part] = found.parts;
  if (found.within === null || part === undefined || found.format.split === undefined) return;
  const record = await files.record(found.within.ref, found.within.place, part.cut);
  pass.take(found.format.split(record).records);
};

const readParts = async (
  files: TrajectoryFiles,
  found: FoundTrajectory,
  pass: IndexPass,
  signal?: AbortSignal,
): Promise<void> => {
  for (const { path, cut } of found.parts)
    for await (const batch of files.records(path, cut, signal)) {
      signal?.throwIfAborted();
      if (batch.kind === 'end') pass.endOfFile(path, batch);
      else pass.take(batch.records);
    }
};

/** Indexes one trajectory in one pass. */
export const indexTrajectory = async (
  path: string,
  files: TrajectoryFiles,
  all: readonly FoundTrajectory[],
  found: FoundTrajectory,
  options: OpenTrajectoryOptions = {},
): Promise<OpenedTrajectory> => {
  const pass = new IndexPass(found, options.onEntries ?? (() => {}));
  if (found.within === null) await readParts(files, found, pass, options.signal);
  else await readWithin(files, found, pass);
  return { path, files, found, all, entries: pass.entries.list, ...pass.end() };
};

const choose = (path: string, all: readonly FoundTrajectory[], which: number | string): FoundTrajectory => {
  const found = typeof which === 'number' ? all[which] : all.find(({ id }) => id === which);
  if (found !== undefined) return found;
  if (all.length === 0)
    throw new InputFault(`${path}: no trajectory of a known format. \`touchstone inspect\` says what it is.`);
  const ids = all.slice(0, 20).map(({ id }, at) => id ?? `number ${at + 1}`);
  const more = all.length > ids.length ? `, and ${all.length - ids.length} more` : '';
  throw new InputFault(`${path}: no trajectory ${JSON.stringify(which)} in it. It holds ${ids.join(', ')}${more}.`);
};

/**
 * Opens a trajectory: detects its format by content, indexes its steps in one streaming pass. Throws InputFault where
 * the path can't be read, is no trajectory, or does not hold the one that is asked for.
 */
export const openTrajectory = async (
  openFiles: OpenTrajectoryFiles,
  path: string,
  options: OpenTrajectoryOptions = {},
): Promise<OpenedTrajectory> => {
  const files = await openFiles(path);
  const all = await findTrajectories(files, options.signal);
  return indexTrajectory(path, files, all, choose(path, all, options.which ?? 0), options);
};
