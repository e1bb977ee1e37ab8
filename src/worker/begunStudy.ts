import type { StudyOpening } from '../app/openStudy';
import type { StudyCatalogue } from '../core/study/catalogue';

/** What one opening of a study goes by. */
export interface OpeningMark {
  /** Counts the openings; a later one has a greater number. */
  readonly number: number;
  /** Ends the reading of the runs. */
  readonly stop: AbortController;
  /** What was read whole before; shown on where it is of the same folder, so that no outcome goes to come back. */
  readonly before: StudyCatalogue | null;
  /** There are no runs to read. */
  readonly isRead: boolean;
}

/** A study from when its datasets are read: its runs are read once, when somebody first asks for them. */
export class BegunStudy {
  readonly first: StudyCatalogue;
  readonly number: number;
  readonly stop: AbortController;
  /** Everything, of this opening or, until that is read, of an earlier one of this folder; null where of none. */
  read: StudyCatalogue | null;
  /** Whether runs are still to be read. */
  isReading: boolean;
  /** Why the runs could not be read; null where they were, or are not yet. */
  fault: string | null = null;
  private reading: Promise<StudyCatalogue> | undefined;

  constructor(
    { number, stop, before, isRead }: OpeningMark,
    private readonly opening: StudyOpening,
  ) {
    this.first = opening.first;
    this.number = number;
    this.stop = stop;
    this.read = before?.root === this.first.root && !isRead ? before : null;
    this.isReading = !isRead;
  }

  /** The most that is known: the datasets at least. */
  get shown(): StudyCatalogue {
    return this.read ?? this.first;
  }

  /** Everything. Where it can't be read: the datasets, with the reason among the problems; never a failure. */
  whole(): Promise<StudyCatalogue> {
    this.reading ??= this.isReading ? this.readRest() : Promise.resolve(this.first);
    return this.reading;
  }

  private async readRest(): Promise<StudyCatalogue> {
    const whole = await this.opening.rest().catch((error: unknown) => this.without(error));
    this.read = whole;
    this.isReading = false;
    return whole;
  }

  private without(error: unknown): StudyCatalogue {
    const { root, problems } = this.first;
    this.fault = `Runs and evaluations could not be read: ${error instanceof Error ? error.message : String(error)}`;
    return { ...this.first, problems: [...problems, { where: root, field: null, reason: this.fault }] };
  }
}
