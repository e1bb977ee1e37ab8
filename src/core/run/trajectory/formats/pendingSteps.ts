import type { RawRecord, StepGroup } from '../trajectoryFormat';

/** A step that may still get records: answers of its calls, what repeats its text. */
export interface PendingStep extends StepGroup {
  readonly records: RawRecord[];
  readonly facts: Record<string, unknown>;
}

/** A step of more records than this takes no more, and more open steps than this wait no longer: memory is bounded. */
const mostRecords = 2_000;
const mostOpen = 64;
const mostBytes = 16 * 1024 * 1024;

/** What a record holds of its own: pieces of a record that is held anyway count nothing. */
const bytesOf = ({ ref }: RawRecord): number => (ref.at.length > 0 ? 0 : Math.max(0, ref.end - ref.start));

/**
 * The steps of a reader that are not given yet, in order. A step is given once another follows it and all its calls
 * are answered, so that an answer comes to the step that asked, however late it stands in the file.
 */
export class PendingSteps {
  private steps: PendingStep[] = [];
  private owners = new Map<string, PendingStep>();
  private owned = new Map<PendingStep, string[]>();
  private waiting = new Map<PendingStep, Set<string>>();
  private agentSteps = 0;
  private bytes = 0;
  /** As all was before `rest`. */
  private before: (() => void) | null = null;

  /** Steps of agents given so far. */
  get given(): number {
    return this.agentSteps;
  }

  /** The newest step, if it takes more records. */
  get last(): PendingStep | null {
    const step = this.steps.at(-1);
    return step !== undefined && step.records.length < mostRecords ? step : null;
  }

  has(step: PendingStep): boolean {
    return this.steps.includes(step) && step.records.length < mostRecords;
  }

  open(
    role: 'agent' | 'user' | 'system',
    record: RawRecord,
    facts: Record<string, unknown> = {},
    agentId = 'main',
  ): PendingStep {
    const step: PendingStep = { agentId, records: [], facts: { role, ...facts } };
    this.steps.push(step);
    this.put(step, record);
    return step;
  }

  /** Adds a record to a step that `has` says is open. */
  put(step: PendingStep, record: RawRecord): void {
    step.records.push(record);
    this.bytes += bytesOf(record);
  }

  /** Whose answer will come; `wait` false: what belongs to the call is put there, but none need come. */
  call(step: PendingStep, id: string, wait = true): void {
    this.owners.set(id, step);
    const own = this.owned.get(step) ?? [];
    own.push(id);
    this.owned.set(step, own);
    if (!wait) return;
    const ids = this.waiting.get(step) ?? new Set();
    this.waiting.set(step, ids.add(id));
  }

  ownerOf(id: string | null): PendingStep | null {
    const step = id === null ? undefined : this.owners.get(id);
    return step !== undefined && step.records.length < mostRecords ? step : null;
  }

  /** Whether a call of this id is open and has no answer yet. */
  awaits(id: string): boolean {
    const step = this.owners.get(id);
    return step !== undefined && this.waiting.get(step)?.has(id) === true;
  }

  waits(step: PendingStep): boolean {
    return (this.waiting.get(step)?.size ?? 0) > 0;
  }

  /** Puts a record to the step that made the call; false where none that is open did. */
  answer(id: string | null, record: RawRecord, last = true): boolean {
    const step = this.ownerOf(id);
    if (step === null || id === null) return false;
    this.put(step, record);
    if (last) this.waiting.get(step)?.delete(id);
    return true;
  }

  /** The steps at the front that nothing more belongs to. */
  done(): readonly StepGroup[] {
    if (this.steps.length < 2) return [];
    let count = 0;
    let patient = this.steps.length <= mostOpen && this.bytes <= mostBytes;
    while (count < this.steps.length - 1) {
      const step = this.steps[count];
      if (step === undefined || (patient && this.waits(step))) break;
      patient = true;
      count += 1;
    }
    return count === 0 ? [] : this.give(count);
  }

  rest(): readonly StepGroup[] {
    this.before = this.restorer();
    return this.give(this.steps.length).map((step) => ({ ...step, facts: { ...step.facts } }));
  }

  /** Takes `rest` back: the steps that it gave are open again. */
  resume(): void {
    this.before?.();
    this.before = null;
  }

  private restorer(): () => void {
    const { steps, agentSteps, bytes } = this;
    const [owners, owned, waiting] = [new Map(this.owners), new Map(this.owned), new Map(this.waiting)];
    return () => Object.assign(this, { steps, agentSteps, bytes, owners, owned, waiting });
  }

  private give(count: number): readonly StepGroup[] {
    const given = this.steps.slice(0, count);
    this.steps = this.steps.slice(count);
    for (const step of given) {
      for (const id of this.owned.get(step) ?? []) if (this.owners.get(id) === step) this.owners.delete(id);
      for (const record of step.records) this.bytes -= bytesOf(record);
      this.owned.delete(step);
      this.waiting.delete(step);
      if (step.facts['role'] === 'agent') this.agentSteps += 1;
    }
    return given;
  }
}
