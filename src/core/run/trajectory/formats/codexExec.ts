import { isFields, textAt, valueAt } from '../fields';
import type { Trajectory, TrajectoryStatus } from '../trajectory';
import type { RawRecord, StepGroup, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import { codexUsage, TurnUsages } from './codex/codexUsage';
import { codexExecStep, isWords, itemType } from './codex/execStep';
import { type PendingStep, PendingSteps } from './pendingSteps';
import { SkippedRecords } from './skippedRecords';
import { totalsOf, trajectoryOf } from './stepParts';

class CodexExecReader implements TrajectoryReader {
  private readonly steps = new PendingSteps();
  private readonly skipped = new SkippedRecords();
  private readonly turns = new TurnUsages();
  private thread: string | null = null;
  private status: TrajectoryStatus = 'unknown';
  private raw: string | null = null;
  /** The step to which items still belong: none once the agent speaks after a call. */
  private open: { readonly step: PendingStep; readonly acted: boolean } | null = null;
  private inTurn = false;
  private ended = false;

  take(record: RawRecord): readonly StepGroup[] {
    const type = textAt(record.value, 'type') ?? '';
    const item = valueAt(record.value, 'item');
    if (record.broken !== null) this.own(record);
    else if (isFields(item)) this.item(record, item, type);
    else if (type === 'thread.started') {
      this.thread ??= textAt(record.value, 'thread_id');
      this.skipped.add(type);
    } else if (type.startsWith('turn.')) this.turn(record, type);
    else {
      if (type === 'error') this.fail(textAt(record.value, 'message') ?? type);
      this.own(record);
    }
    return this.steps.done();
  }

  end(): readonly StepGroup[] {
    this.ended = true;
    return this.steps.rest();
  }

  resume(): void {
    this.ended = false;
    this.steps.resume();
  }

  head(): Trajectory {
    const cutOff = this.ended && this.inTurn;
    return trajectoryOf({
      format: 'codex-exec',
      id: this.thread,
      agent: 'codex',
      status: cutOff ? 'aborted' : this.status,
      rawStatus: this.raw,
      totals: totalsOf(this.steps.given, { ...this.turns.total }),
      warnings: [...this.turns.warnings(), ...this.skipped.warnings()],
    });
  }

  private own(record: RawRecord): void {
    this.open = null;
    this.steps.open('system', record);
  }

  private turn(record: RawRecord, type: string): void {
    this.open = null;
    this.raw = type;
    this.inTurn = type === 'turn.started';
    const usage = codexUsage(valueAt(record.value, 'usage'));
    if (usage !== null) this.turns.add(usage);
    if (type === 'turn.failed') {
      this.fail(textAt(record.value, 'error', 'message') ?? type);
      this.own(record);
      return;
    }
    if (type === 'turn.completed') this.status = 'submitted';
    this.skipped.add(type);
  }

  private fail(message: string): void {
    this.inTurn = false;
    this.raw = message;
    this.status = /context.?(?:window|length)/i.test(message) ? 'limit_context' : 'api_error';
  }

  /** Words begin a step where calls came before them; calls begin one where all before them are answered. */
  private item(record: RawRecord, item: unknown, type: string): void {
    const id = textAt(item, 'id');
    const completed = type === 'item.completed';
    if (this.steps.answer(id, record, completed)) return;
    const speaks = isWords(itemType(item));
    const joined = this.joined(speaks);
    const step = joined?.step ?? this.steps.open('agent', record);
    if (joined !== null) this.steps.put(joined.step, record);
    this.open = { step, acted: !speaks || joined?.acted === true };
    if (id !== null) this.steps.call(step, id, !completed && !speaks);
  }

  private joined(speaks: boolean): { readonly step: PendingStep; readonly acted: boolean } | null {
    if (this.open === null || !this.steps.has(this.open.step)) return null;
    return !this.open.acted || (!speaks && this.steps.waits(this.open.step)) ? this.open : null;
  }
}

const isExecLine = (value: unknown): boolean => {
  const type = textAt(value, 'type') ?? '';
  if (valueAt(value, 'timestamp') !== undefined && valueAt(value, 'payload') !== undefined) return false;
  if (type === 'thread.started') return textAt(value, 'thread_id') !== null;
  return /^item\.(?:started|updated|completed)$/.test(type) && isFields(valueAt(value, 'item'));
};

/** What `codex exec --json` prints. No times and no diffs. */
export const codexExec: TrajectoryFormat = {
  name: 'codex-exec',
  title: 'Codex exec --json',
  detect: ({ values }) => (values.slice(0, 5).some(isExecLine) ? { cut: { kind: 'lines' }, version: null } : null),
  open: () => new CodexExecReader(),
  build: codexExecStep,
};
