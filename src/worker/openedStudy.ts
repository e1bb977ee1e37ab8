import type { StudyOpening } from '../app/openStudy';
import { type VerdictSummary as Folded, verdictsOf } from '../app/readVerdicts';
import { StudyRows } from '../app/studyRows';
import type { StudyCatalogue } from '../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../core/study/instanceRuns';
import { readKeptEvents } from '../io/store/keptEvents';
import type { ReadingApi } from '../protocol/worker';
import { BegunStudy } from './begunStudy';
import { besideOf, joined, looseStudy, noneBeside } from './datasetsBeside';
import { reportHash } from './reportHash';

/** How a study is read: its datasets first. */
export interface StudyReading extends Pick<ReadingApi, 'listDataset'> {
  beginStudy(q: { readonly folder: string; readonly signal: AbortSignal }): Promise<StudyOpening>;
}

/** The study as it was last opened: what all functions of the worker that speak of it share. */
export class OpenedStudy {
  private begun = 0;
  private current: BegunStudy | null = null;
  private beside: readonly string[] = [];
  private folded: { readonly folder: string; readonly people: Folded } | null = null;
  private readonly rows = new WeakMap<StudyCatalogue, ReadonlyMap<string, readonly InstanceRun[]>>();
  private readonly made = new WeakMap<StudyCatalogue, StudyRows>();

  constructor(private readonly reading: StudyReading) {}

  /**
   * Reads the folder anew, with datasets beside it; without a folder those alone. It is the study from when its datasets
   * are read; its runs are read when they are first asked for. Those of the study before are then given up.
   */
  async begin(folder: string | null, beside: readonly string[] = this.beside): Promise<BegunStudy> {
    this.begun += 1;
    const number = this.begun;
    const stop = new AbortController();
    const { first, rest } =
      folder === null ? onlyFirst(looseStudy(beside)) : await this.reading.beginStudy({ folder, signal: stop.signal });
    const others = beside.length === 0 ? noneBeside : await besideOf(this.reading, first.datasets, beside);
    const opening = { first: joined(first, others), rest: async () => joined(await rest(), others) };
    const before = this.current;
    const study = new BegunStudy({ number, stop, before: before?.read ?? null, isRead: folder === null }, opening);
    // Of two that were begun at once the later one stands.
    if (before !== null && before.number > number) return study;
    before?.stop.abort(new Error('Cancelled'));
    this.beside = beside;
    this.current = study;
    return study;
  }

  /** The same with everything read. */
  async open(folder: string | null, beside: readonly string[] = this.beside): Promise<StudyCatalogue> {
    return this.followed(await this.begin(folder, beside));
  }

  /** Folder of the study that is open; null where none is. */
  get folder(): string | null {
    return this.current?.first.root ?? null;
  }

  /** The study with everything read, as last opened; opened now where another folder was, or none. */
  async of(folder: string): Promise<StudyCatalogue> {
    return this.followed(await this.at(folder));
  }

  /** What is known of it at once: its datasets at least, and runs where they were ever read. */
  async soonest(folder: string): Promise<StudyCatalogue> {
    return (await this.at(folder)).shown;
  }

  /** What the opening of this number came to; null where another one has begun since. */
  async wholeOf(number: number): Promise<BegunStudy | null> {
    const { current } = this;
    if (current?.number !== number) return null;
    await current.whole();
    return this.current === current ? current : null;
  }

  /** Rows of every instance of the study, made once for each time that it was opened. */
  async rowsOf(folder: string): Promise<ReadonlyMap<string, readonly InstanceRun[]>> {
    return this.rowsIn(await this.of(folder));
  }

  /** The same rows by run and by dataset, for answers that hold a part of them. */
  async parts(folder: string): Promise<StudyRows> {
    return this.partsIn(await this.of(folder));
  }

  rowsIn(catalogue: StudyCatalogue): ReadonlyMap<string, readonly InstanceRun[]> {
    const rows = this.rows.get(catalogue) ?? instanceRuns(catalogue);
    this.rows.set(catalogue, rows);
    return rows;
  }

  partsIn(catalogue: StudyCatalogue): StudyRows {
    const made = this.made.get(catalogue) ?? new StudyRows(catalogue, this.rowsIn(catalogue), reportHash);
    this.made.set(catalogue, made);
    return made;
  }

  /** Verdicts as last folded. */
  async people(folder: string): Promise<Folded> {
    return this.folded?.folder === folder ? this.folded.people : this.readPeople(folder);
  }

  /** Folds the events on the disk anew. */
  async readPeople(folder: string): Promise<Folded> {
    const people = await verdictsOf(readKeptEvents(folder));
    this.folded = { folder, people };
    return people;
  }

  private async at(folder: string): Promise<BegunStudy> {
    return this.current?.first.root === folder ? this.current : this.begin(folder);
  }

  /** The whole of a study; where its folder was opened anew meanwhile, of that opening. */
  private async followed(study: BegunStudy): Promise<StudyCatalogue> {
    const whole = await study.whole();
    const { current } = this;
    if (current === null || current.number <= study.number || current.first.root !== whole.root) return whole;
    return this.followed(current);
  }
}

const onlyFirst = (first: StudyCatalogue): StudyOpening => ({ first, rest: async () => first });
