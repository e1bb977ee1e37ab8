import { counted } from '../../../../shared/counted';
import { blankTrajectory, unknownTotals } from '../../blank';
import { fieldsAt, textAt, timeAt, valueAt } from '../../fields';
import type { Totals, Trajectory } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { isCallPart, isResponsePart, partsOf, usageMetadataOf } from '../gemini/parts';
import { type OrderedStep, OrderedSteps } from '../orderedSteps';
import { RecentMap } from '../recentMap';
import { SkippedRecords } from '../skippedRecords';
import { TimeSpan } from '../timeSpan';
import { UsageSum } from '../usageSum';
import { systemLineOf } from './systemLine';

const agentId = 'main';

const parts = (line: unknown): readonly unknown[] => partsOf(valueAt(line, 'message', 'parts'));

/** Reads a chat of Qwen Code: lines that name their parents, so that what was rewound is a branch. */
export class QwenReader implements TrajectoryReader {
  private readonly steps = new OrderedSteps();
  private readonly places = new RecentMap<number>(200_000);
  private readonly callSteps = new RecentMap<OrderedStep>(10_000);
  private readonly usage = new UsageSum();
  private readonly telemetry = new UsageSum();
  private readonly skipped = new SkippedRecords();
  private readonly times = new TimeSpan();
  private id: string | null = null;
  private model: string | null = null;
  private open: { readonly step: OrderedStep; readonly uuid: string | null } | null = null;
  private last = 0;
  private visible = 0;
  private unread = 0;
  private calls = 0;
  private failed = false;
  private cut = false;

  constructor(
    private readonly format: string,
    private version: string | null,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    if (record.broken === null) this.line(record);
    else this.notRead(record, record.broken);
    return this.steps.drain();
  }

  end(cut: boolean): readonly StepGroup[] {
    this.cut = cut;
    return this.steps.end();
  }

  resume(): void {
    this.steps.resume();
  }

  head(): Trajectory {
    return {
      ...blankTrajectory(this.format),
      id: this.id,
      agent: 'qwen-code',
      model: this.model,
      startedAt: this.times.startedAt,
      endedAt: this.times.endedAt,
      status: this.failed ? 'api_error' : 'unknown',
      totals: this.totals(),
      agents: [{ agentId, parentCallId: null, depth: 0, kind: 'main', name: null }],
      version: this.version,
      warnings: [
        ...(this.unread === 0
          ? []
          : [`${counted(this.unread, 'line')} could not be read; each is a step that says why`]),
        ...this.skipped.warnings(),
      ],
    };
  }

  /** Tokens of the messages; where none of them has any, those of the telemetry. */
  private totals(): Totals {
    const { usage } = this.usage;
    const told = usage.prompt === null && usage.completion === null ? this.telemetry.usage : usage;
    const incomplete = this.cut || this.unread > 0;
    const apiCalls = this.calls === 0 ? null : this.calls;
    return { ...unknownTotals, ...told, visibleSteps: this.visible, apiCalls, incomplete };
  }

  private line(record: RawRecord): void {
    const { value } = record;
    const type = textAt(value, 'type');
    this.id ??= textAt(value, 'sessionId');
    this.version ??= textAt(value, 'version');
    this.times.add(timeAt(value, 'timestamp'));
    if (type === 'system') this.system(record);
    else if (type === null) this.notRead(record, 'no line of a chat: it has no type');
    else if (type !== 'user' && type !== 'assistant' && type !== 'tool_result') this.skip(record, type);
    else if (fieldsAt(value, 'message') === null) this.notRead(record, 'a message without content that is known');
    else if (type === 'assistant') this.said(record);
    else if (type === 'tool_result') this.answer(record);
    else this.begin(record, { role: 'user' }).closed = true;
  }

  private said(record: RawRecord): void {
    const { value } = record;
    const uuid = textAt(value, 'uuid');
    const again =
      this.open !== null && uuid !== null && this.open.uuid === uuid && this.steps.add(this.open.step, record);
    const step = again && this.open ? this.open.step : this.begin(record, { role: 'agent' });
    if (!again) this.visible += 1;
    this.open = { step, uuid };
    this.failed = false;
    this.model = textAt(value, 'model') ?? this.model;
    const usage = usageMetadataOf(valueAt(value, 'usageMetadata'));
    if (usage !== null) this.usage.put(uuid, usage);
    for (const part of parts(value).filter(isCallPart)) {
      step.pending += 1;
      const id = textAt(part, 'functionCall', 'id');
      if (id !== null) this.callSteps.set(id, step);
    }
  }

  private answer(record: RawRecord): void {
    const { value } = record;
    const responses = parts(value).filter(isResponsePart);
    const id = textAt(responses[0], 'functionResponse', 'id') ?? textAt(value, 'toolCallResult', 'callId');
    const step = this.callSteps.get(id) ?? (id === null ? this.open?.step : undefined);
    if (step === undefined || !this.steps.add(step, record)) {
      this.begin(record, { role: 'user' }).closed = true;
      return;
    }
    step.pending = Math.max(0, step.pending - Math.max(1, responses.length));
    this.place(value, step.idx);
  }

  private system(record: RawRecord): void {
    const line = systemLineOf(record.value);
    if (line.kind === 'skip') this.skip(record, line.name);
    else if (line.kind === 'reply') {
      this.calls += 1;
      this.telemetry.put(null, line.usage);
      this.skip(record, 'telemetry of replies');
    } else if (line.kind === 'command') this.aside(record, { role: 'system', command: line.command });
    else if (line.notice === 'rewind') this.begin(record, this.noticeFacts(line)).closed = true;
    else {
      if (line.call) this.calls += 1;
      this.failed ||= line.call;
      this.aside(record, this.noticeFacts(line));
    }
  }

  private noticeFacts({ notice, words }: { readonly notice: string; readonly words: string }): Record<string, unknown> {
    return { role: 'system', notice, words };
  }

  /** A message of the chat: what came before it is its parent, or it branches off there. */
  private begin(record: RawRecord, facts: Record<string, unknown>): OrderedStep {
    const parent = this.places.get(textAt(record.value, 'parentUuid'));
    const branch = parent !== undefined && parent < this.last ? { parentStep: parent } : {};
    if (this.open !== null) this.open.step.closed = true;
    this.open = null;
    const step = this.steps.open(agentId, record, { ...facts, ...branch });
    this.place(record.value, step.idx);
    this.last = step.idx;
    return step;
  }

  /** A step beside the chat: links run through it. */
  private aside(record: RawRecord, facts: Record<string, unknown>): void {
    const step = this.steps.open(agentId, record, facts);
    step.closed = true;
    this.place(record.value, this.places.get(textAt(record.value, 'parentUuid')) ?? step.idx);
  }

  private notRead(record: RawRecord, words: string): void {
    this.unread += 1;
    this.aside(record, this.noticeFacts({ notice: 'not-read', words }));
  }

  private skip(record: RawRecord, name: string): void {
    this.skipped.add(name);
    const parent = this.places.get(textAt(record.value, 'parentUuid'));
    if (parent !== undefined) this.place(record.value, parent);
  }

  private place(line: unknown, idx: number): void {
    const uuid = textAt(line, 'uuid');
    if (uuid !== null) this.places.set(uuid, idx);
  }
}
