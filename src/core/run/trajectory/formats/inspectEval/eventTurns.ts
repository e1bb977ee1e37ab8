import { isFields, listAt, textAt } from '../../fields';
import type { RawRecord } from '../../trajectoryFormat';
import { SkippedRecords } from '../skippedRecords';
import type { HeldRecord, HeldValues } from './heldValues';
import { InspectSpans } from './inspectSpans';
import { InspectTurn } from './inspectTurn';
import { inputRanges, messageKey, pieceOf, pooledMessage } from './messagePool';
import { calledIds, compactionText, refusedBy, slimModelEvent, slimToolEvent } from './slimEvents';

/** Older logs put the events of a call or sub-task into its own event. */
const deepestNest = 20;

/** Where events stand that are in no span of their own. */
interface Nest {
  readonly agentId: string | null;
  readonly depth: number;
}

const outermost: Nest = { agentId: null, depth: 0 };

/** Steps to be out of a sample's events: one for each call of the model, the calls of tools with it. */
export class EventTurns {
  readonly spans = new InspectSpans();
  readonly turns: InspectTurn[] = [];
  readonly hidden = new SkippedRecords();
  /** Answers of tools that stood in the inputs of later calls. */
  readonly answers = new Map<string, HeldRecord>();
  modelCalls = 0;
  limit: unknown = null;
  error: unknown = null;
  private readonly owners = new Map<string, InspectTurn>();
  private readonly told = new Set<string>();
  private scorer: string | null = null;

  constructor(private readonly held: HeldValues) {}

  take(record: RawRecord, nest: Nest = outermost): void {
    if (record.broken !== null || !isFields(record.value)) {
      this.turns.push(this.unread(record, nest));
      return;
    }
    const kind = textAt(record.value, 'event') ?? 'without a kind';
    if (kind === 'model') this.takeModel(record, nest);
    else if (kind === 'tool') this.takeTool(record, nest);
    else this.takeOther(kind, record, nest);
  }

  private unread(record: RawRecord, nest: Nest): InspectTurn {
    const turn = new InspectTurn(nest.agentId ?? this.spans.main(), 'system');
    if (record.broken === null) turn.note({ kind: 'not-read', text: 'This event is no object.' });
    return turn.add('raw', { record: { ...record, value: null }, keys: new Set() });
  }

  private agentOf(record: RawRecord, nest: Nest): string {
    if (nest.agentId !== null) return nest.agentId;
    return this.scorer ?? this.spans.agentOf(textAt(record.value, 'span_id'));
  }

  private takeModel(record: RawRecord, nest: Nest): void {
    this.modelCalls += 1;
    const agentId = this.agentOf(record, nest);
    this.takeInput(record, agentId);
    const turn = new InspectTurn(agentId, 'agent', inputRanges(record.value));
    turn.add('model', this.held.hold(record, slimModelEvent(record.value)));
    for (const id of calledIds(record.value)) {
      turn.open.add(id);
      this.owners.set(id, turn);
    }
    this.turns.push(turn);
  }

  /** What older logs write out for each call again: only what was not told before is new. */
  private takeInput(record: RawRecord, agentId: string): void {
    listAt(record.value, 'input').forEach((message, index) => {
      const key = messageKey(message);
      if (key === null || this.told.has(key)) return;
      this.told.add(key);
      const pooled = pooledMessage(pieceOf(record, 'events', 'input', index), this.held);
      if (pooled?.role === 'tool') this.putAnswer(pooled.callId, pooled.held);
      else if (pooled) this.turns.push(new InspectTurn(agentId, pooled.role).add('message', pooled.held));
    });
  }

  private putAnswer(callId: string | null, held: HeldRecord): void {
    if (callId !== null && !this.answers.has(callId)) this.answers.set(callId, held);
  }

  private takeTool(record: RawRecord, nest: Nest): void {
    const id = textAt(record.value, 'id');
    const owner = (id === null ? undefined : this.owners.get(id)) ?? this.ownTurn(record, nest);
    owner.add('tool', this.held.hold(record, slimToolEvent(record.value)));
    if (id !== null) owner.open.delete(id);
    const span = textAt(record.value, 'agent_span_id');
    if (span !== null && id !== null) this.spans.spawned(span, id);
    this.takeNested(record, id, textAt(record.value, 'function'), nest);
  }

  /** A tool that ran without the model's call. */
  private ownTurn(record: RawRecord, nest: Nest): InspectTurn {
    const turn = new InspectTurn(this.agentOf(record, nest), 'agent');
    this.turns.push(turn);
    return turn;
  }

  private takeNested(record: RawRecord, callId: string | null, name: string | null, nest: Nest): void {
    const events = listAt(record.value, 'events');
    if (events.length === 0) return;
    if (nest.depth >= deepestNest) {
      this.hidden.add('events nested too deep');
      return;
    }
    const agentId = this.nestedAgent(record, callId, name, nest, events);
    events.forEach((_, index) => {
      this.take(pieceOf(record, record.place, 'events', index), { agentId, depth: nest.depth + 1 });
    });
  }

  /** Events in a call are another agent's only where a model was asked among them. */
  private nestedAgent(
    record: RawRecord,
    callId: string | null,
    name: string | null,
    nest: Nest,
    events: readonly unknown[],
  ): string {
    if (!events.some((event) => textAt(event, 'event') === 'model')) return this.agentOf(record, nest);
    const id = callId ?? `${name ?? 'task'} ${this.turns.length}`;
    return this.spans.nested(id, name, callId, nest.depth + 1);
  }

  private takeOther(kind: string, record: RawRecord, nest: Nest): void {
    const { value } = record;
    const last = this.turns.at(-1);
    if (kind === 'span_begin') this.spans.begin(value);
    else if (kind === 'step') this.takeStep(value);
    else if (kind === 'subtask') this.takeNested(record, null, textAt(value, 'name'), nest);
    else if (kind === 'sample_limit') this.limit = value;
    else if (kind === 'error') this.error = isFields(value) ? value['error'] : null;
    if (kind === 'compaction') last?.note({ kind: 'compaction', text: compactionText(value) });
    const refusal = kind === 'approval' ? refusedBy(value) : null;
    if (refusal !== null) last?.note({ kind: 'hook', text: refusal });
    const isKept = (kind === 'state' || kind === 'store') && last?.addRaw(record) === true;
    if (!isKept && !structural.has(kind)) this.hidden.add(`${kind} event`);
  }

  /** Older logs: solvers and scorers begin and end. */
  private takeStep(event: unknown): void {
    if (textAt(event, 'type') !== 'scorer') return;
    this.scorer = textAt(event, 'action') === 'begin' ? this.spans.scorer(textAt(event, 'name')) : null;
  }
}

/** Events that say how others belong together, or that the head tells of. */
const structural: ReadonlySet<string> = new Set(
  'span_begin span_end step subtask sample_init sample_limit error compaction approval score'.split(' '),
);
