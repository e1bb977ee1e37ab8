import { callKindOf } from '../../callKind';
import { textAt, timeAt, valueAt } from '../../fields';
import type { AgentLane } from '../../trajectory';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { type OrderedStep, OrderedSteps } from '../orderedSteps';
import { RecentMap } from '../recentMap';
import { SkippedRecords } from '../skippedRecords';
import { TimeSpan } from '../timeSpan';
import { UsageSum } from '../usageSum';
import { AgentLanes, mainAgent } from './agentLanes';
import { blocksOf, isCall, isResult, textOf, usageOf } from './content';
import { type LineKind, lineKindOf } from './lineKind';

interface LaneState {
  open: OrderedStep | null;
  /** Of the message that is open. */
  key: string | null;
  /** Index of the last message. */
  last: number;
}

/** Where a line ended up, for lines that name it as their parent. */
interface Place {
  readonly idx: number;
  readonly agentId: string;
}

const blocks = (record: RawRecord): readonly unknown[] => blocksOf(valueAt(record.value, 'message')) ?? [];

/** Joins the lines of a session or stream into steps: one per message of the model, with the answers to its calls. */
export class Conversation {
  readonly agents = new AgentLanes();
  readonly skipped = new SkippedRecords();
  readonly times = new TimeSpan();
  readonly usage = new UsageSum();
  model: string | null = null;
  visible = 0;
  unread = 0;
  /** The last message of the model had no usage, or was cut off. */
  withoutUsage = false;
  private readonly steps = new OrderedSteps();
  private readonly lanes = new Map<string, LaneState>();
  private readonly places = new RecentMap<Place>(200_000);
  private readonly callSteps = new RecentMap<OrderedStep>(10_000);

  /** Adds a line of this agent; gives what the line was. */
  add(record: RawRecord, agentId: string): LineKind {
    const kind: LineKind =
      record.broken === null
        ? lineKindOf(record.value)
        : { kind: 'told', role: 'system', turn: false, notice: 'not-read', words: record.broken };
    this.times.add(timeAt(record.value, 'timestamp'));
    if (kind.kind === 'skip') this.skip(record, kind.name);
    else {
      this.agents.lane(agentId);
      if (kind.kind === 'said') this.said(record, agentId);
      else if (kind.kind === 'answers') this.answers(record, agentId);
      else this.told(record, agentId, kind);
    }
    return kind;
  }

  drain(): readonly StepGroup[] {
    return this.steps.drain();
  }

  end(): readonly StepGroup[] {
    return this.steps.end();
  }

  resume(): void {
    this.steps.resume();
  }

  /** Whose line it is that has this id. */
  agentOf(uuid: string | null): string | null {
    return this.places.get(uuid)?.agentId ?? null;
  }

  /** An agent that is one of several; its last message is whole. */
  close(agentId: string): void {
    const lane = this.lanes.get(agentId);
    if (lane?.open) lane.open.closed = true;
    if (lane) lane.open = null;
  }

  lanesOf(): readonly AgentLane[] {
    return this.agents.all();
  }

  private lane(agentId: string): LaneState {
    const known = this.lanes.get(agentId) ?? { open: null, key: null, last: 0 };
    this.lanes.set(agentId, known);
    return known;
  }

  /** A line without a step is where its parent is: links run through it. */
  private skip(record: RawRecord, name: string): void {
    this.skipped.add(name);
    const uuid = textAt(record.value, 'uuid');
    const parent = this.places.get(textAt(record.value, 'parentUuid'));
    if (uuid !== null && parent !== undefined) this.places.set(uuid, parent);
  }

  private place(record: RawRecord, place: Place): void {
    const uuid = textAt(record.value, 'uuid');
    if (uuid !== null) this.places.set(uuid, place);
  }

  /** The message that a new one branches off, where that isn't the last one of its agent. */
  private branch(record: RawRecord, agentId: string): number | null {
    const lane = this.lane(agentId);
    const parent = this.places.get(textAt(record.value, 'parentUuid'));
    if (lane.last === 0) return this.spawnStep(agentId);
    return parent !== undefined && parent.agentId === agentId && parent.idx < lane.last ? parent.idx : null;
  }

  private spawnStep(agentId: string): number | null {
    return this.callSteps.get(this.agents.lane(agentId).parentCallId)?.idx ?? null;
  }

  private said(record: RawRecord, agentId: string): void {
    const lane = this.lane(agentId);
    const key = textAt(record.value, 'message', 'id') ?? textAt(record.value, 'requestId');
    const again = lane.open !== null && key !== null && lane.key === key && this.steps.add(lane.open, record);
    const step = again && lane.open ? lane.open : this.begin(record, agentId, key);
    this.place(record, { idx: step.idx, agentId });
    for (const block of blocks(record).filter(isCall)) this.called(block, step, agentId);
    const usage = usageOf(valueAt(record.value, 'message'));
    if (usage !== null) this.usage.put(key, usage);
    else this.withoutUsage = true;
    this.model ??= textAt(record.value, 'message', 'model');
  }

  private begin(record: RawRecord, agentId: string, key: string | null): OrderedStep {
    const facts = this.withParent({ role: 'agent' }, this.branch(record, agentId));
    this.close(agentId);
    const lane = this.lane(agentId);
    const step = this.steps.open(agentId, record, facts);
    this.visible += 1;
    Object.assign(lane, { open: step, key, last: step.idx });
    return step;
  }

  private called(block: unknown, step: OrderedStep, agentId: string): void {
    step.pending += 1;
    const id = textAt(block, 'id');
    if (id !== null) this.callSteps.set(id, step);
    if (callKindOf(textAt(block, 'name') ?? '', valueAt(block, 'input')) === 'spawn')
      this.agents.spawned(agentId, block);
  }

  private answers(record: RawRecord, agentId: string): void {
    const results = blocks(record).filter(isResult);
    const id = results.map((block) => textAt(block, 'tool_use_id')).find((found) => found !== null) ?? null;
    const spawned = textAt(record.value, 'toolUseResult', 'agentId');
    if (spawned !== null) this.agents.link(spawned, id);
    const step = this.callSteps.get(id) ?? (id === null ? this.lane(agentId).open : null);
    if (step && this.steps.add(step, record)) {
      step.pending = Math.max(0, step.pending - results.length);
      this.place(record, { idx: step.idx, agentId });
    } else this.own(record, agentId, { role: 'user', answers: true });
  }

  private told(record: RawRecord, agentId: string, kind: LineKind & { kind: 'told' }): void {
    if (kind.notice === 'not-read') this.unread += 1;
    if (kind.turn) this.linkFirst(record, agentId);
    const branch = kind.turn ? this.branch(record, agentId) : null;
    const rewound = branch !== null && kind.notice === null && this.lane(agentId).last > 0;
    const words = rewound ? `Goes on from step ${branch}` : kind.words;
    const notice = rewound ? 'rewind' : kind.notice;
    const said = { ...(notice === null ? {} : { notice }), ...(words === null ? {} : { words }) };
    if (kind.turn) this.close(agentId);
    this.own(record, agentId, this.withParent({ role: kind.role, ...said }, branch), kind.turn);
  }

  private linkFirst(record: RawRecord, agentId: string): void {
    if (agentId === mainAgent || this.lane(agentId).last > 0) return;
    this.agents.linkByPrompt(agentId, textOf(blocks(record)));
  }

  /** A step of this one line. */
  private own(record: RawRecord, agentId: string, facts: Record<string, unknown>, turn = true): void {
    const step = this.steps.open(agentId, record, facts);
    step.closed = true;
    const parent = this.places.get(textAt(record.value, 'parentUuid'));
    this.place(record, turn || parent === undefined ? { idx: step.idx, agentId } : parent);
    if (turn) this.lane(agentId).last = step.idx;
  }

  private withParent(facts: Record<string, unknown>, parentStep: number | null): Record<string, unknown> {
    return parentStep === null ? facts : { ...facts, parentStep };
  }
}
