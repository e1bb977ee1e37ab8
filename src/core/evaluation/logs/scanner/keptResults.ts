import type { TestResult, TestStatus } from '../../testResult';
import { flatText } from '../flatText';
import type { LogPlace, ResultSink } from '../lineParser';
import { Beginnings, isCutId } from './cutIds';
import { RequiredIds } from './requiredIds';
import { UnkeptFailures } from './unkeptFailures';

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
  /** Line at which the harness's own parser breaks off; null where it reads to the end. */
  brokenAt: number | null = null;
  /** Whether a result that a cut id may mean was not kept. */
  lacksSiblings = false;
  private readonly required: RequiredIds;
  private cut: Beginnings | null = null;
  private failures = 0;
  private unkeptFailures: UnkeptFailures | null = null;
  private others = 0;
  private characters = 0;

  constructor(private readonly plan: KeptPlan) {
    this.required = new RequiredIds(plan.required);
  }

  /** Whether any test failed or errored in the end. */
  get anyFailure(): boolean {
    return this.failures > 0 || this.unkeptFailures?.any === true;
  }

  set(text: string, status: TestStatus, { line, start, end }: LogPlace): void {
    if (this.brokenAt !== null) return;
    this.count += 1;
    const expected = this.required.ifNext(text);
    // The copy that is kept is the one that is looked up, so that no id is hashed twice.
    const id = expected ?? (this.isFull(text) ? text : flatText(text));
    const required = expected ?? this.required.find(id);
    const earlier = this.results.get(required ?? id);
    const key = required ?? (earlier === undefined ? this.keyOf(id, status) : id);
    if (key === null) {
      this.unkept += 1;
      if (isFailure(status)) this.unkeptFailures ??= new UnkeptFailures();
      this.unkeptFailures?.note(id, isFailure(status));
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

  breakOff({ line }: LogPlace): void {
    this.brokenAt ??= line;
    this.results.clear();
    this.count = 0;
    this.unkept = 0;
    this.failures = 0;
    this.unkeptFailures = null;
  }

  private isFull(id: string): boolean {
    if (this.plan.keeps === 'all') return false;
    return this.others >= MOST_OTHERS || this.characters + id.length > MOST_CHARACTERS;
  }

  /** The string under which a new id that is not required is kept; null where it isn't. */
  private keyOf(id: string, status: TestStatus): string | null {
    const full = this.isFull(id);
    if (full && !this.isTelling(id, status)) return null;
    this.others += 1;
    this.characters += id.length;
    return full ? flatText(id) : id;
  }

  private isTelling(id: string, status: TestStatus): boolean {
    this.cut ??= new Beginnings(this.plan.required.filter(isCutId));
    const isSibling = this.cut.begins(id);
    const room = this.others < MOST_OTHERS + MOST_TELLING && this.characters <= MOST_CHARACTERS;
    this.lacksSiblings ||= isSibling && !room;
    return room && (isSibling || isFailure(status));
  }
}
