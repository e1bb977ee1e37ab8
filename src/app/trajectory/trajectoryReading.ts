import type { OpenTrajectoryFiles, RecordsEnd, TrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import type { FoundTrajectory } from './findTrajectories';
import { IndexPass } from './indexPass';
import type { OpenedTrajectory } from './openTrajectory';

/** By what a file is known again, and where it is read on. */
interface EndMark {
  readonly identity: string;
  readonly end: number;
  /** The bytes before the end. */
  readonly last: Uint8Array;
}

const markBytes = 1024;

const isSame = (some: Uint8Array, others: Uint8Array): boolean =>
  some.length === others.length && some.every((byte, at) => byte === others[at]);

/** A trajectory that is looked at while it is indexed, and read on while its file grows. */
export class TrajectoryReading {
  private readonly pass: IndexPass;
  private whole: OpenedTrajectory | null = null;
  private mark: EndMark | null = null;

  constructor(
    private readonly path: string,
    private readonly files: TrajectoryFiles,
    private readonly all: readonly FoundTrajectory[],
    private readonly found: FoundTrajectory,
    onEntries: (entries: readonly StepEntry[]) => void = () => {},
  ) {
    this.pass = new IndexPass(found, onEntries);
  }

  /** What is known so far. Its list of entries grows. */
  get opened(): OpenedTrajectory {
    if (this.whole !== null) return this.whole;
    const { path, files, all, found, pass } = this;
    return { path, files, all, found, entries: pass.entries.list, ...pass.soFar() };
  }

  /** Entries that stay as they are, however the file grows. */
  get settled(): number {
    return this.pass.settled;
  }

  /** Indexes it to its end in one pass. */
  async read(signal?: AbortSignal): Promise<void> {
    const { found, pass, files } = this;
    const [part, ...others] = found.parts;
    if (part === undefined) this.finish();
    else if (found.within !== null) {
      for (const { ref, place } of found.shared ?? []) pass.take([await files.record(ref, place, part.cut)]);
      const record = await files.record(found.within.ref, found.within.place, part.cut);
      const [first, ...rest] = found.format.split?.(record).records ?? [];
      if (first !== undefined)
        pass.take([record.note === undefined ? first : { ...first, note: record.note }, ...rest]);
      this.finish();
    } else {
      const end = await this.readPart(part, 0, signal);
      for (const other of others) await this.readPart(other, 0, signal);
      this.mark = others.length === 0 && part.cut.kind === 'lines' ? await this.markOf(part.path, end) : null;
      this.finish();
    }
  }

  /**
   * Reads on from the old end, where the file only grew. False where it is another file or a shorter one, changed before
   * its end, or of a format that is written anew as a whole: then it must be read anew.
   */
  async grow(openFiles: OpenTrajectoryFiles, signal?: AbortSignal): Promise<boolean> {
    const { mark } = this;
    const [part] = this.found.parts;
    if (mark === null || part === undefined || !(await this.isKnown(openFiles, part.path, mark))) return false;
    if (!this.pass.resume()) return false;
    this.whole = null;
    const end = await this.readPart(part, mark.end, signal);
    this.mark = await this.markOf(part.path, end);
    this.finish();
    return true;
  }

  private finish(): void {
    const { path, files, all, found, pass } = this;
    this.whole = { path, files, all, found, entries: pass.entries.list, ...pass.end() };
  }

  private async readPart(
    { path, cut }: FoundTrajectory['parts'][number],
    from: number,
    signal?: AbortSignal,
  ): Promise<RecordsEnd | null> {
    let end: RecordsEnd | null = null;
    for await (const batch of this.files.records(path, cut, signal, from)) {
      signal?.throwIfAborted();
      if (batch.kind === 'records') this.pass.take(batch.records);
      else {
        end = batch;
        this.pass.endOfFile(path, batch);
      }
    }
    return end;
  }

  /** A cut last line is read again from its beginning once it is whole. */
  private async markOf(path: string, end: RecordsEnd | null): Promise<EndMark | null> {
    const identity = await this.files.identity(path);
    if (end === null || end.damage !== null || identity === null) return null;
    const at = end.cut?.start ?? end.bytes;
    return { identity, end: at, last: await this.files.bytes(path, Math.max(0, at - markBytes), at) };
  }

  private async isKnown(openFiles: OpenTrajectoryFiles, path: string, mark: EndMark): Promise<boolean> {
    const files = await openFiles(this.path);
    const isMore = files.paths.length !== this.files.paths.length;
    if (isMore || (await files.identity(path)) !== mark.identity) return false;
    return isSame(await files.bytes(path, Math.max(0, mark.end - markBytes), mark.end), mark.last);
  }
}
