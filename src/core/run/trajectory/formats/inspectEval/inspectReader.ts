import { isFields, timeOf, valueAt } from '../../fields';
import type { Totals, Trajectory } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { totalsOf, trajectoryOf } from '../stepParts';
import { TimeSpan } from '../timeSpan';
import { AttachmentStore } from './attachmentStore';
import { Conversation } from './conversation';
import { EventTurns } from './eventTurns';
import { HeldValues } from './heldValues';
import { chunkOf } from './inspectFolder';
import { InspectTurn } from './inspectTurn';
import { usageByModel } from './inspectUsage';
import { MessagePool } from './messagePool';
import { SampleFacts } from './sampleFacts';

export const inspectName = 'inspect-eval';

/** What is broken there still counts: an event is a step that was not read, and the others are known by their index. */
const counted: ReadonlySet<string> = new Set(['', 'events', 'message_pool']);

/** Reads one sample of a log, in the layout of one document, of a document of samples, or of chunks. */
export class InspectReader implements TrajectoryReader {
  private readonly held = new HeldValues();
  private readonly facts = new SampleFacts();
  private readonly events = new EventTurns(this.held);
  private readonly conversation = new Conversation(this.held);
  private readonly pool = new MessagePool();
  private readonly attachments = new AttachmentStore(this.held);
  private readonly times = new TimeSpan();
  private chunk = { file: '', next: 0 };
  private steps = 0;
  private isCut = false;

  constructor(private readonly version: string | null) {}

  take(record: RawRecord): readonly StepGroup[] {
    // What is broken elsewhere is said by who cuts the file; nothing can be taken from it.
    if (record.broken !== null && !counted.has(record.place)) return [];
    if (record.place === '') this.takeFile(record);
    else this.takeMember(record.place, record);
    return [];
  }

  /** Texts stand behind the events that name them, so that every step is complete only here. */
  end(cut: boolean): readonly StepGroup[] {
    this.isCut = cut;
    const hasEvents = this.events.turns.length > 0;
    const turns = hasEvents ? this.withTold(this.events.turns) : this.conversation.rest();
    const answers = new Map([...this.pool.answers(), ...this.events.answers, ...this.conversation.answers]);
    for (const turn of turns) turn.answer(answers);
    this.steps = turns.filter((turn) => turn.role === 'agent').length;
    return turns.map((turn) => turn.group(this.attachments));
  }

  head(): Trajectory {
    const { facts } = this;
    const isLive = this.events.turns.length > 0;
    return trajectoryOf({
      format: inspectName,
      version: facts.ofLog('version') ?? this.version,
      id: facts.id,
      runId: facts.ofLog('eval', 'run_id'),
      instanceId: facts.instanceId,
      agent: facts.agent,
      model: facts.ofLog('eval', 'model'),
      startedAt: timeOf(facts.get('started_at')) ?? this.times.startedAt,
      endedAt: timeOf(facts.get('completed_at')) ?? this.times.endedAt,
      ...facts.ending(this.steps, this.events.limit, this.events.error),
      totals: this.totals(),
      ...(isLive ? { agents: this.events.spans.all() } : {}),
      resolved: facts.resolved,
      scores: facts.scores,
      warnings: [...this.held.warnings(), ...this.events.hidden.warnings()],
    });
  }

  private totals(): Totals {
    const found = usageByModel(this.facts.get('model_usage'));
    const calls = this.events.modelCalls;
    return totalsOf(this.steps, {
      ...found?.usage,
      apiCalls: calls > 0 ? calls : null,
      costUsd: found?.costUsd ?? null,
      costSource: found?.costUsd == null ? 'unknown' : 'reported',
      incomplete: this.isCut,
    });
  }

  private takeMember(place: string, record: RawRecord): void {
    if (place === 'events') this.takeEvent(record);
    else if (place === 'messages') this.conversation.take(record);
    else if (place === 'message_pool') this.pool.addNext(record, this.held);
    else if (place === 'events_data') this.pool.addAll(record, this.held);
    else if (place === 'attachments') this.attachments.takeAll(record);
    else this.facts.take(place, record.value);
  }

  private takeFile(record: RawRecord): void {
    const chunk = chunkOf(record.ref.file);
    if (chunk === null) {
      this.facts.takeAll(record.value);
      return;
    }
    if (this.chunk.file !== record.ref.file) this.chunk = { file: record.ref.file, next: chunk.first };
    const index = this.chunk.next;
    this.chunk.next += 1;
    if (chunk.list === 'events') this.takeEvent(record);
    else if (chunk.list === 'messages') this.pool.add(index, record, this.held);
    else this.attachments.takeOne(index, record);
  }

  private takeEvent(record: RawRecord): void {
    if (isFields(record.value)) {
      this.times.add(timeOf(valueAt(record.value, 'timestamp')));
      this.times.add(timeOf(valueAt(record.value, 'completed')));
    }
    this.events.take(record);
    if (this.events.turns.length > 0) this.conversation.drop();
  }

  /** What the model was told stands before the call that was told it first. */
  private withTold(turns: readonly InspectTurn[]): readonly InspectTurn[] {
    return turns.flatMap((turn) => {
      const told = this.pool.tell(turn.ranges);
      const prompts = told.map(({ role, held }) => new InspectTurn(turn.agentId, role).add('message', held));
      return [...prompts, turn];
    });
  }
}
