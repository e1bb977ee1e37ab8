import type { TestResult, TestStatus } from '../../testResult';
import { flatText } from '../flatText';
import type { LogPlace, ResultSink } from '../lineParser';
import { Beginnings, isCutId } from './cutIds';

/** Results of tests that are not required are kept up to so many, and as long as their ids have no more characters. */
const MOST_OTHERS = 20_000;
const MOST_CHARACTERS = 16_000_000;
/** Beyond that, so many more that failed or that may be a cut id's, since rules ask for them. */
const MOST_TELLING = 100_000;

export interface KeptPlan {
  /** All ids that the instance requires; of those that were cut, also what begins with them is kept. */
  readonly required: readonly string[];
  readonly keeps: 'all' | 'required';
}

/** The required ids, looked up: only where not everything is kept anyway. */
interface Sought {
  readonly ids: ReadonlySet<string>;
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
  private sought: Sought | null = null;
  private failures = 0;
  private unkeptFailure = false;
  private others = 0;
  private characters = 0;

  constructor(private readonly plan: KeptPlan) {}

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
    const full = this.others >= MOST_OTHERS || this.characters + id.length > MOST_CHARACTERS;
    if (full && this.plan.keeps === 'required' && !this.isWanted(id, status)) return null;
    this.others += 1;
    this.characters += id.length;
    return flatText(id);
  }

  private isWanted(id: string, status: TestStatus): boolean {
    const { required } = this.plan;
    this.sought ??= { ids: new Set(required), cut: new Beginnings(required.filter(isCutId)) };
    if (this.sought.ids.has(id)) return true;
    if (this.others >= MOST_OTHERS + MOST_TELLING || this.characters > MOST_CHARACTERS) return false;
    return isFailure(status) || this.sought.cut.begins(id);
  }
}
