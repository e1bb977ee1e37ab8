/** How a study is read and shown, in two steps. */
export interface ReadingSteps {
  /** Reads and shows the datasets; gives the number under which the runs are asked for, null where none are to read. */
  datasets(folder: string): Promise<number | null>;
  /** Reads everything; what it gives shows it. Null where the app has opened another study since. */
  runs(folder: string, opening: number): Promise<(() => void) | null>;
}

interface Reading {
  readonly folder: string;
  /** The datasets are shown. */
  readonly first: Promise<unknown>;
  /** Everything is; of the reading that overtook it, where one did. */
  readonly whole: Promise<void>;
}

const ignored = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => undefined);

/** Puts the readings of studies in order: one after another, and nothing is shown of one that was overtaken. */
export class StudyReadings {
  private latest: Reading | undefined;
  private waiting: Reading | undefined;

  /** `around` shows that something is being read. */
  constructor(
    private readonly steps: ReadingSteps,
    private readonly around: (read: () => Promise<void>) => Promise<void>,
  ) {}

  /**
   * Reads the folder anew, to its runs. A call while datasets are being read gets a reading that begins after them: what
   * changed meanwhile, or another folder, is never taken for read. Calls for one folder share the reading that waits. A
   * call while runs are being read overtakes them.
   */
  open(folder: string): Promise<void> {
    if (this.waiting?.folder === folder) return this.waiting.whole;
    const before = this.waiting ?? this.latest;
    if (before === undefined) return this.begin(folder).whole;
    const begun = ignored(before.first).then(() => {
      if (this.waiting === waiting) this.waiting = undefined;
      return this.begin(folder);
    });
    const waiting: Reading = {
      folder,
      first: begun.then(({ first }) => first),
      whole: begun.then(({ whole }) => whole),
    };
    void ignored(waiting.first);
    this.waiting = waiting;
    return waiting.whole;
  }

  /** Waits for the reading that is under way. */
  async settled(): Promise<void> {
    await this.latest?.whole;
  }

  private begin(folder: string): Reading {
    const first = this.steps.datasets(folder);
    void ignored(first);
    const whole = this.around(async () => this.readRuns(folder, await first, reading)).finally(() => {
      if (this.latest === reading) this.latest = undefined;
    });
    const reading: Reading = { folder, first, whole };
    this.latest = reading;
    return reading;
  }

  private async readRuns(folder: string, opening: number | null, reading: Reading): Promise<void> {
    if (opening === null) return;
    const show = await this.steps.runs(folder, opening);
    if (this.latest !== reading) return this.latest?.whole;
    if (show === null) return this.begin(folder).whole;
    show();
  }
}
