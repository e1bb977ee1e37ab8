import { counted } from '../../../../shared/counted';
import { blankTrajectory, unknownTotals } from '../../blank';
import { textAt, timeAt } from '../../fields';
import type { Trajectory, TrajectoryStatus } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { type OrderedStep, OrderedSteps } from '../orderedSteps';
import { RecentMap } from '../recentMap';
import { SkippedRecords } from '../skippedRecords';
import { TimeSpan } from '../timeSpan';
import { sumKnown } from '../usageSum';
import { buildOpencode } from './buildOpencode';
import { storagePathOf } from './storagePaths';
import { addUsage } from './tokens';

const agentId = 'main';

/** Ends by the name of the last message's error; any other is unknown. */
const failures: ReadonlyMap<string, TrajectoryStatus> = new Map([
  ['MessageAbortedError', 'aborted'],
  ['MessageOutputLengthError', 'limit_context'],
  ['ContextOverflowError', 'limit_context'],
  ['ProviderAuthError', 'api_error'],
  ['APIError', 'api_error'],
]);

/** Reads one session of opencode's storage: its own file, and each message's with those of its parts. */
export class OpencodeReader implements TrajectoryReader {
  private readonly steps = new OrderedSteps();
  private readonly messages = new RecentMap<OrderedStep>(50_000);
  private readonly skipped = new SkippedRecords();
  private readonly times = new TimeSpan();
  private known: Pick<Trajectory, 'id' | 'model' | 'version'> = { id: null, model: null, version: null };
  private parent: string | null = null;
  private open: OrderedStep | null = null;
  private ending: Pick<Trajectory, 'status' | 'rawStatus'> = { status: 'unknown', rawStatus: null };
  private totals = unknownTotals;
  private unread = 0;

  constructor(private readonly format: string) {}

  take(record: RawRecord): readonly StepGroup[] {
    const kind = storagePathOf(record.ref.file)?.kind ?? null;
    if (record.broken !== null || kind === null) this.notRead(record, record.broken ?? 'no file of a session');
    else if (kind === 'session') this.session(record.value);
    else if (kind === 'message') this.message(record);
    else this.part(record);
    return this.give(this.steps.drain());
  }

  end(cut: boolean): readonly StepGroup[] {
    const groups = this.give(this.steps.end());
    this.totals = { ...this.totals, incomplete: cut || this.unread > 0 };
    return groups;
  }

  head(): Trajectory {
    const depth = this.parent === null ? 0 : 1;
    const kind = depth === 0 ? 'main' : 'subagent';
    return {
      ...blankTrajectory(this.format),
      ...this.known,
      ...this.ending,
      agent: 'opencode',
      startedAt: this.times.startedAt,
      endedAt: this.times.endedAt,
      totals: this.totals,
      agents: [{ agentId, parentCallId: null, depth, kind, name: null }],
      warnings: [
        ...(this.unread === 0
          ? []
          : [`${counted(this.unread, 'file')} could not be read; each is a step that says why`]),
        ...this.skipped.warnings(),
      ],
    };
  }

  /** A message's tokens and cost stand in its parts, so they are known when its step is given. */
  private give(groups: readonly StepGroup[]): readonly StepGroup[] {
    for (const group of groups) {
      if (group.facts['role'] !== 'agent') continue;
      const { usage, costUsd } = buildOpencode(group, 0);
      const sum = usage === null ? {} : (addUsage([this.totals, usage]) ?? {});
      const cost = sumKnown(this.totals.costUsd, costUsd);
      const costSource = cost === null ? 'unknown' : 'reported';
      const visibleSteps = this.totals.visibleSteps + 1;
      this.totals = { ...this.totals, ...sum, costUsd: cost, costSource, visibleSteps };
    }
    return groups;
  }

  private session(value: unknown): void {
    this.skipped.add("session's own file");
    this.known = { ...this.known, id: textAt(value, 'id'), version: textAt(value, 'version') };
    this.parent = textAt(value, 'parentID');
    this.times.add(timeAt(value, 'time', 'created'));
    this.times.add(timeAt(value, 'time', 'updated'));
  }

  /** The message before is whole once it has parts; else they may come after all messages. */
  private message(record: RawRecord): void {
    const { value } = record;
    const role = textAt(value, 'role');
    if (this.open !== null && this.open.records.length > 1) this.open.closed = true;
    if (role === null) {
      this.notRead(record, 'a message without a role');
      return;
    }
    const step = this.steps.open(agentId, record, { role: role === 'assistant' ? 'agent' : role });
    step.pending = 1;
    this.open = step;
    for (const id of [textAt(value, 'id'), storagePathOf(record.ref.file)?.stem ?? null])
      if (id !== null) this.messages.set(id, step);
    this.times.add(timeAt(value, 'time', 'created'));
    this.times.add(timeAt(value, 'time', 'completed'));
    if (role === 'assistant') this.said(value);
  }

  private said(value: unknown): void {
    this.known = {
      ...this.known,
      model: this.known.model ?? textAt(value, 'modelID') ?? textAt(value, 'model', 'modelID'),
    };
    const failure = textAt(value, 'error', 'name');
    const status = failure === null ? 'unknown' : (failures.get(failure) ?? 'unknown');
    this.ending = { status, rawStatus: failure ?? textAt(value, 'finish') };
  }

  private part(record: RawRecord): void {
    const { value } = record;
    const step = this.messages.get(textAt(value, 'messageID') ?? storagePathOf(record.ref.file)?.folder ?? null);
    if (step === undefined) this.skipped.add('part of other messages');
    else if (!this.steps.add(step, record)) this.notRead(record, 'a part that came too late for its message');
  }

  private notRead(record: RawRecord, unread: string): void {
    this.unread += 1;
    this.steps.open(agentId, record, { role: 'system', unread }).closed = true;
  }
}
