import type { RawRecord, StepGroup } from '../trajectoryFormat';

/** A step whose records are still being found. `idx` is the one that it will have. */
export interface OrderedStep {
  readonly idx: number;
  readonly agentId: string;
  /** Empty once it is given away: who knows the step by an id holds none of its records. */
  records: RawRecord[];
  readonly facts: Record<string, unknown>;
  /** Calls without an answer yet. */
  pending: number;
  closed: boolean;
  /** Given away; records that come now are too late for it. */
  gone: boolean;
  touched: number;
}

/** Records that may pass before a step that waits for nothing is taken to be whole. */
const quietRecords = 64;
const mostHeld = 2_000;
const mostHeldBytes = 8 * 1024 * 1024;

const bytesOf = ({ ref }: RawRecord): number => Math.max(0, ref.end - ref.start) || 0;

/**
 * Steps in the order in which they begin, though their records come mixed (agents at once, late answers, messages said
 * again). A step that waits for an answer holds back those after it, up to a limit; then it is given away as it is. So
 * the index of a step is known when it begins.
 */
export class OrderedSteps {
  private queue: OrderedStep[] = [];
  private begun = 0;
  private now = 0;
  private held = 0;
  private heldBytes = 0;
  /** What `end` gave away, with the records. */
  private ended: readonly (readonly [OrderedStep, RawRecord[]])[] = [];

  open(agentId: string, record: RawRecord, facts: Record<string, unknown>): OrderedStep {
    this.begun += 1;
    const state = { pending: 0, closed: false, gone: false, touched: this.now };
    const step: OrderedStep = { idx: this.begun, agentId, records: [], facts, ...state };
    this.queue.push(step);
    this.add(step, record);
    return step;
  }

  /** False where the step is already given away. */
  add(step: OrderedStep, record: RawRecord): boolean {
    if (step.gone) return false;
    step.records.push(record);
    step.touched = this.now;
    this.held += 1;
    this.heldBytes += bytesOf(record);
    return true;
  }

  /** The steps that are whole after one more record. */
  drain(): readonly StepGroup[] {
    this.now += 1;
    const given: StepGroup[] = [];
    for (const step of this.queue) {
      if (!this.mayGo(step)) break;
      given.push(this.release(step));
    }
    this.queue.splice(0, given.length);
    return given;
  }

  /** All that are left. */
  end(): readonly StepGroup[] {
    this.ended = this.queue.map((step) => [step, step.records]);
    return this.queue.splice(0).map((step) => ({ ...this.release(step), facts: { ...step.facts } }));
  }

  /** Takes `end` back: the steps that it gave are open again. */
  resume(): void {
    for (const [step, records] of this.ended) {
      Object.assign(step, { records, gone: false });
      this.queue.push(step);
      this.held += records.length;
      for (const record of records) this.heldBytes += bytesOf(record);
    }
    this.ended = [];
  }

  private mayGo(step: OrderedStep): boolean {
    const full = this.held > mostHeld || this.heldBytes > mostHeldBytes;
    return full || step.closed || (step.pending === 0 && this.now - step.touched > quietRecords);
  }

  private release(step: OrderedStep): StepGroup {
    const { agentId, records, facts } = step;
    step.gone = true;
    step.records = [];
    this.held -= records.length;
    for (const record of records) this.heldBytes -= bytesOf(record);
    return { agentId, records, facts };
  }
}
