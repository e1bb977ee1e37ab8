import { textAt, valueAt } from '../fields';
import type { Usage } from '../step';
import type { AgentLane, Trajectory, TrajectoryStatus } from '../trajectory';
import type { RawRecord, RecordCut, StepGroup, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import {
  type Attributes,
  attributesOf,
  costOfSpan,
  firstText,
  type SpanRecord,
  spanError,
  spanKind,
  spansOf,
  spanTimes,
  usageOfSpan,
} from './otel/span';
import { callsOfMessages, inputMessages, outputMessages, responsesOf } from './otel/spanMessages';
import { otelStep } from './otel/spanStep';
import { PendingSteps } from './pendingSteps';
import { SkippedRecords } from './skippedRecords';
import { totalsOf, trajectoryOf } from './stepParts';
import { TimeSpan } from './timeSpan';
import { sumKnown, UsageSum } from './usageSum';

/** Names that are kept of traces and agents; a file may hold any number of them. */
const mostNames = 1_000;

class OtelReader implements TrajectoryReader {
  private readonly steps = new PendingSteps();
  private readonly skipped = new SkippedRecords();
  private readonly span = new TimeSpan();
  private readonly traces = new Set<string>();
  private readonly agents = new Map<string, string | null>();
  private service: string | null = null;
  private model: string | null = null;
  private conversation: string | null = null;
  private readonly usage = new UsageSum();
  private counted = false;
  private agentUsage: Usage | null = null;
  private cost: number | null = null;
  private calls = 0;
  private ending: { readonly status: TrajectoryStatus; readonly raw: string } | null = null;

  take(record: RawRecord): readonly StepGroup[] {
    if (record.broken !== null) this.steps.open('system', record);
    const spans = spansOf(record);
    if (spans.length === 0 && record.broken === null) this.skipped.add('record without spans');
    return spans.flatMap((span) => {
      this.one(span);
      return this.steps.done();
    });
  }

  end(): readonly StepGroup[] {
    return this.steps.rest();
  }

  resume(): void {
    this.steps.resume();
  }

  head(): Trajectory {
    const [trace = null] = this.traces;
    const many = `Spans of ${this.traces.size} traces, in the order of the file.`;
    return trajectoryOf({
      format: 'otel',
      id: this.conversation ?? trace,
      agent: [...this.agents.values()].find((name) => name !== null) ?? this.service,
      model: this.model,
      startedAt: this.span.startedAt,
      endedAt: this.span.endedAt,
      status: this.ending?.status ?? 'unknown',
      rawStatus: this.ending?.raw ?? null,
      totals: totalsOf(this.steps.given, {
        ...(this.counted ? this.usage.usage : this.agentUsage),
        apiCalls: this.calls === 0 ? null : this.calls,
        costUsd: this.cost,
        costSource: this.cost === null ? 'unknown' : 'reported',
      }),
      ...(this.agents.size === 0 ? {} : { agents: this.lanes() }),
      warnings: [...(this.traces.size > 1 ? [many] : []), ...this.skipped.warnings()],
    });
  }

  private lanes(): readonly AgentLane[] {
    return [...this.agents].map(([agentId, name], index) => ({
      agentId,
      parentCallId: null,
      depth: index === 0 ? 0 : 1,
      kind: index === 0 ? 'main' : 'subagent',
      name,
    }));
  }

  private one(record: SpanRecord): void {
    const attributes = attributesOf(record.value);
    const kind = spanKind(attributes);
    this.about(record, attributes);
    const agentId = this.agentOf(attributes, kind !== 'agent');
    if (kind === 'model') this.modelCall(record, attributes, agentId);
    else if (kind === 'agent') {
      this.agentUsage = usageOfSpan(attributes) ?? this.agentUsage;
      this.skipped.add('span of an agent as a whole');
    } else if (kind === 'other') this.steps.open('system', record, {}, agentId);
    else if (!this.steps.answer(firstText(attributes, 'gen_ai.tool.call.id'), record)) {
      this.steps.open('agent', record, {}, agentId);
    }
    this.ended(record, attributes, kind === 'model');
  }

  private about({ value, resource }: SpanRecord, attributes: Attributes): void {
    const { from, to } = spanTimes(value);
    this.span.add(from);
    this.span.add(to);
    const trace = textAt(value, 'traceId');
    if (trace !== null && this.traces.size < mostNames) this.traces.add(trace);
    this.service ??= firstText(resource, 'service.name');
    this.conversation ??= firstText(attributes, 'gen_ai.conversation.id');
    this.model ??= firstText(attributes, 'gen_ai.response.model', 'gen_ai.request.model');
  }

  /** The agent that a span names; spans that name none are of `main`. */
  private agentOf(attributes: Attributes, needed: boolean): string {
    const name = firstText(attributes, 'gen_ai.agent.name');
    const id = firstText(attributes, 'gen_ai.agent.id') ?? name ?? 'main';
    const known = this.agents.get(id);
    if (known === undefined && (this.agents.size >= mostNames || (id === 'main' && !needed))) return 'main';
    this.agents.set(id, known ?? name);
    return id;
  }

  private modelCall(record: SpanRecord, attributes: Attributes, agentId: string): void {
    const input = inputMessages(record.value, attributes);
    this.calls += 1;
    for (const { id } of responsesOf(input)) if (this.steps.awaits(id)) this.steps.answer(id, record);
    if (this.calls === 1 && input.length > 0) this.steps.open('user', record, { input: true }, agentId);
    const step = this.steps.open('agent', record, {}, agentId);
    for (const { id } of callsOfMessages(outputMessages(record.value, attributes)))
      if (id !== null) this.steps.call(step, id);
    const usage = usageOfSpan(attributes);
    if (usage !== null) this.usage.put(null, usage);
    this.counted ||= usage !== null;
    this.cost = sumKnown(this.cost, costOfSpan(attributes));
  }

  /** Spans above all others say how the whole ended; none says that something was submitted. */
  private ended({ value }: SpanRecord, attributes: Attributes, isModel: boolean): void {
    const error = spanError(value, attributes);
    const parent = textAt(value, 'parentSpanId') ?? '';
    if (parent !== '' && !/^0+$/.test(parent)) return;
    this.ending = error === null ? null : { status: isModel ? 'api_error' : 'env_error', raw: error };
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Exports are JSON lines or one document; of one whose first line isn't whole, only the document can be meant. */
const cutOf = (text: string): RecordCut => {
  const line = text.indexOf('\n');
  const isDocument = line >= 0 && !isJson(text.slice(0, line));
  return isDocument ? { kind: 'document', arrays: ['resourceSpans'] } : { kind: 'lines' };
};

/** Traces of OpenTelemetry as OTLP JSON, read by the semantic conventions for generative AI. */
export const otelTraces: TrajectoryFormat = {
  name: 'otel',
  title: 'OpenTelemetry traces',
  detect: ({ values, text }) =>
    values.slice(0, 3).some((value) => Array.isArray(valueAt(value, 'resourceSpans')))
      ? { cut: cutOf(text), version: null }
      : null,
  open: () => new OtelReader(),
  build: otelStep,
};
