import { blankTrajectory } from '../../blank';
import { listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { RawRef } from '../../step';
import type { Totals, Trajectory } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { TimeSpan } from '../timeSpan';
import { sumKnown, UsageSum } from '../usageSum';
import { AtifLanes, mainLane } from './atifLanes';
import { atifUsage, isCopied } from './atifStep';

const knownVersion = /^ATIF-v1\.[0-8]$/;

/** `1.5` of `ATIF-v1.5`; null for what is none. */
export const atifVersion = (schema: string | null): string | null => /^ATIF-v(\d.*)$/s.exec(schema ?? '')?.[1] ?? null;

/** What the steps add up to. A step that was copied from another trajectory is counted there. */
class StepSums {
  readonly usage = new UsageSum();
  readonly span = new TimeSpan();
  cost: number | null = null;
  visible = 0;
  private withMetrics = 0;
  private calls = 0;
  private withCalls = 0;

  add(step: unknown): void {
    this.span.add(timeAt(step, 'timestamp'));
    if (textAt(step, 'source') !== 'agent' || isCopied(step)) return;
    const usage = atifUsage(step);
    const calls = numberAt(step, 'llm_call_count');
    this.visible += 1;
    this.withMetrics += usage === null ? 0 : 1;
    this.withCalls += calls === null ? 0 : 1;
    this.calls += calls ?? 0;
    this.cost = sumKnown(this.cost, numberAt(step, 'metrics', 'cost_usd'));
    if (usage !== null) this.usage.put(null, usage);
  }

  /** Calls of the model, where every step says how many it stands for (1.7). */
  get apiCalls(): number | null {
    return this.visible > 0 && this.withCalls === this.visible ? this.calls : null;
  }

  /** Some steps of the agent have no metrics while others have. */
  get isPartial(): boolean {
    return this.withMetrics > 0 && this.withMetrics < this.visible;
  }
}

/** Totals as `final_metrics` reports them (those of sub-agents included), else the sums of the steps. */
const totalsOf = (reported: unknown, sums: StepSums): Totals => {
  const { usage } = sums.usage;
  const cost = numberAt(reported, 'total_cost_usd');
  const prompt = numberAt(reported, 'total_prompt_tokens');
  return {
    prompt: prompt ?? usage.prompt,
    cached: numberAt(reported, 'total_cached_tokens') ?? usage.cached,
    cacheWrite: usage.cacheWrite,
    completion: numberAt(reported, 'total_completion_tokens') ?? usage.completion,
    reasoning: usage.reasoning,
    visibleSteps: sums.visible,
    apiCalls: sums.apiCalls,
    costUsd: cost ?? sums.cost,
    costSource: cost !== null ? 'reported' : sums.cost !== null ? 'computed' : 'unknown',
    incomplete: sums.isPartial && (prompt === null || cost === null),
  };
};

const below = (ref: RawRef, ...at: readonly (string | number)[]): RawRef => ({ ...ref, at: [...ref.at, ...at] });

/** Small members of the document, by name. */
const wanted = new Set(['schema_version', 'session_id', 'trajectory_id', 'final_metrics', 'continued_trajectory_ref']);

/** Reads one ATIF document, with those of its sub-agents that stand in it or in files after it. */
export class AtifReader implements TrajectoryReader {
  private readonly members = new Map<string, unknown>();
  private readonly lanes = new AtifLanes();
  private readonly sums = new StepSums();
  private readonly faults: string[] = [];
  private agent: { readonly name: string | null; readonly model: string | null } = { name: null, model: null };
  private mainFile: string | null = null;
  private fileLane: { readonly file: string; readonly lane: string } | null = null;
  private steps = 0;
  private isCut = false;

  constructor(
    private readonly format: string,
    private readonly version: string | null,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    this.mainFile ??= record.ref.file;
    const lane = this.laneOf(record.ref.file);
    if (record.place === 'steps') return [this.step(lane, record)];
    if (record.place === 'subagent_trajectories') return this.embedded(lane, record);
    if (lane === mainLane) this.member(record);
    return [];
  }

  private laneOf(file: string): string {
    if (file === this.mainFile) return mainLane;
    if (this.fileLane?.file !== file) this.fileLane = { file, lane: this.lanes.ofFile(file) };
    return this.fileLane.lane;
  }

  private member({ place, value, broken }: RawRecord): void {
    if (broken !== null) this.fault(`${place} could not be read: ${broken}`);
    else if (place === 'agent') this.agent = { name: textAt(value, 'name'), model: textAt(value, 'model_name') };
    else if (wanted.has(place)) this.members.set(place, value);
  }

  private fault(words: string): void {
    if (this.faults.length < 20) this.faults.push(words);
  }

  private step(agentId: string, record: RawRecord): StepGroup {
    if (agentId === mainLane) this.checkOrder(record);
    this.sums.add(record.value);
    for (const result of listAt(record.value, 'observation', 'results')) this.lanes.name(agentId, result);
    return { agentId, records: [record], facts: {} };
  }

  /** Steps are numbered 1, 2, 3, ...; what is shown is the order of the file. */
  private checkOrder({ value }: RawRecord): void {
    this.steps += 1;
    const id = numberAt(value, 'step_id');
    if (id !== null && id !== this.steps) this.fault(`steps[${this.steps - 1}].step_id is ${id}, not ${this.steps}.`);
  }

  /** Trajectories within a trajectory, however deep, each after the one that holds it. */
  private embedded(holder: string, record: RawRecord): readonly StepGroup[] {
    const groups: StepGroup[] = [];
    const open: { readonly holder: string; readonly record: RawRecord }[] = [{ holder, record }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { ref, value, place } = next.record;
      if (next.record.broken !== null) this.fault(`${place} could not be read: ${next.record.broken}`);
      const lane = this.lanes.embedded(next.holder, value, `${place} ${ref.start} ${ref.at.join(' ')}`.trim());
      listAt(value, 'steps').forEach((step, index) => {
        groups.push(this.step(lane, { ...next.record, ref: below(ref, 'steps', index), value: step }));
      });
      const inner = listAt(value, 'subagent_trajectories').map((one, index) => ({
        holder: lane,
        record: { ...next.record, ref: below(ref, 'subagent_trajectories', index), value: one },
      }));
      for (const each of inner.reverse()) open.push(each);
    }
    return groups;
  }

  end(cut: boolean): readonly StepGroup[] {
    this.isCut = this.isCut || cut;
    return [];
  }

  head(): Trajectory {
    const text = (name: string): string | null => textAt({ value: this.members.get(name) }, 'value');
    const totals = totalsOf(this.members.get('final_metrics'), this.sums);
    return {
      ...blankTrajectory(this.format),
      id: text('trajectory_id') ?? text('session_id'),
      agent: this.agent.name,
      model: this.agent.model,
      startedAt: this.sums.span.startedAt,
      endedAt: this.sums.span.endedAt,
      totals: { ...totals, incomplete: totals.incomplete || this.isCut },
      agents: this.lanes.all(this.agent.name),
      version: atifVersion(text('schema_version')) ?? this.version,
      warnings: this.warnings(text('schema_version'), text('continued_trajectory_ref')),
    };
  }

  private warnings(schema: string | null, continued: string | null): readonly string[] {
    const said = valueAt({ total: this.members.get('final_metrics') }, 'total', 'total_steps');
    return [
      ...(this.isCut ? ['The file ends in the middle of a value; what comes after is missing.'] : []),
      ...(schema !== null && !knownVersion.test(schema) ? [`${schema} is no version that is known; read as 1.7.`] : []),
      ...(continued === null ? [] : [`Continued in ${continued}.`]),
      ...(typeof said === 'number' && said !== this.steps
        ? [`final_metrics.total_steps is ${said}; the file holds ${this.steps}.`]
        : []),
      ...this.faults,
      ...this.lanes.warnings(),
    ];
  }
}
