import { type VerdictSummary as Folded, verdictsOf } from '../app/readVerdicts';
import { StudyRows } from '../app/studyRows';
import type { StudyCatalogue } from '../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../core/study/instanceRuns';
import { readEvents } from '../io/store/readEvents';
import type { ReadingApi } from '../protocol/worker';
import { looseStudy, withDatasets } from './datasetsBeside';
import { reportHash } from './reportHash';

/** The study as it was last opened: what all functions of the worker that speak of it share. */
export class OpenedStudy {
  private catalogue: StudyCatalogue | null = null;
  private beside: readonly string[] = [];
  private folded: { readonly folder: string; readonly people: Folded } | null = null;
  private made: { readonly of: StudyCatalogue; readonly parts: StudyRows } | null = null;
  private rows: { readonly of: StudyCatalogue; readonly rows: ReadonlyMap<string, readonly InstanceRun[]> } | null =
    null;

  constructor(private readonly reading: ReadingApi) {}

  /** Reads the folder anew, with datasets beside it; without a folder those alone. */
  async open(folder: string | null, beside: readonly string[] = this.beside): Promise<StudyCatalogue> {
    const catalogue = folder === null ? looseStudy(beside) : await this.reading.openStudy({ folder });
    this.beside = beside;
    this.catalogue = await withDatasets(this.reading, catalogue, beside);
    return this.catalogue;
  }

  /** As last opened; opened now where another folder was, or none. */
  async of(folder: string): Promise<StudyCatalogue> {
    return this.catalogue?.root === folder ? this.catalogue : this.open(folder);
  }

  /** Rows of every instance of the study, made once for each time that it was opened. */
  async rowsOf(folder: string): Promise<ReadonlyMap<string, readonly InstanceRun[]>> {
    const catalogue = await this.of(folder);
    if (this.rows?.of !== catalogue) this.rows = { of: catalogue, rows: instanceRuns(catalogue) };
    return this.rows.rows;
  }

  /** The same rows by run and by dataset, for answers that hold a part of them. */
  async parts(folder: string): Promise<StudyRows> {
    const catalogue = await this.of(folder);
    const rows = await this.rowsOf(folder);
    if (this.made?.of !== catalogue) this.made = { of: catalogue, parts: new StudyRows(catalogue, rows, reportHash) };
    return this.made.parts;
  }

  /** Verdicts as last folded. */
  async people(folder: string): Promise<Folded> {
    return this.folded?.folder === folder ? this.folded.people : this.readPeople(folder);
  }

  /** Folds the events on the disk anew. */
  async readPeople(folder: string): Promise<Folded> {
    const people = await verdictsOf(readEvents(folder));
    this.folded = { folder, people };
    return people;
  }
}
