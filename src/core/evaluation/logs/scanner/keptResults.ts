import type { TestResult, TestStatus } from '../../testResult';
import { flatText } from '../flatText';
import type { LogPlace, ResultSink } from '../lineParser';
import type { Beginnings } from './cutIds';

/** Results of tests that are not required are kept up to so many, and as long as their ids have no more characters. */
const MOST_OTHERS = 20_000;
const MOST_CHARACTERS = 16_000_000;
/** Beyond that, so many more that failed or that may be a cut id's, since rules ask for them. */
const MOST_TELLING = 100_000;

export interface KeptPlan {
  /** All ids that the instance requires. */
  readonly required: Iterable<string>;
  readonly keeps: 'all' | 'required';
  /** Those of them that were cut: what begins with one of them is kept as well. */
  readonly cut: Beginnings;
}

const isFailure = (status: TestStatus): boolean => status === 'FAILED' || status === 'ERROR';

/** The results of one reading: all that the rule set needs, and of the others as many as memory is given for. */
export class KeptResults implements ResultSink {
  readonly results = new Map<string, TestResult>();
  /** Every result as often as it came, kept or not. */
  count = 0;
  /** Those of them that were not kept. */
  unkept = 0;
  /** Whether a parser asked for the next line; whoever shows lines takes it back. */
  wantsNext = false;
  private readonly required: ReadonlyMap<string, string>;
  private failures = 0;
  private unkeptFailure = false;
  private others = 0;
  private characters = 0;

  constructor(private readonly plan: KeptPlan) {
    this.required = new Map([...plan.required].map((id) => [id, id]));
  }

  /** Whether any test failed or errored in the end. */
  get anyFailure(): boolean {
    return this.failures > 0 || this.unkeptFailure;
  }

  set(id: string, status: TestStatus, { line, start, end }: LogPlace): void {
    this.count += 1;
    const earlier = this.results.get(id);
    const key = earlier === undefined ? this.keyOf(id, status) : id;
    if (key === null) {
      this.unkept += 1;
      // More failures than are kept can hardly all be taken back by a later result.
      this.unkeptFailure ||= isFailure(status);
      return;
    }
    this.failures += Number(isFailure(status)) - Number(earlier !== undefined && isFailure(earlier.status));
    this.results.set(key, { status, line, start, end });
  }

  has(id: string): boolean {
    return this.results.has(id);
  }

  next(): void {
    this.wantsNext = true;
  }

  /** The string under which a new id is kept; null where it isn't. */
  private keyOf(id: string, status: TestStatus): string | null {
    const own = this.required.get(id);
    if (own !== undefined) return own;
    if (this.plan.keeps === 'required') {
      const fits = this.characters + id.length <= MOST_CHARACTERS;
      if (!fits || this.others >= MOST_OTHERS + MOST_TELLING) return null;
      if (this.others >= MOST_OTHERS && !isFailure(status) && !this.plan.cut.begins(id)) return null;
    }
    this.others += 1;
    this.characters += id.length;
    return flatText(id);
  }
}
