import { lostReplies } from '../list/lostReplies';
import type { AgentLane } from '../trajectory';
import type { StepEntry } from '../trajectoryIndex';
import { endOf, type TimelineAxis, timelineAxis } from './timelineAxis';

/** A stretch of a lane: steps that begin at the same pixel are one bar. */
export interface TimelineBar {
  /** Pixels from the left, half open; may be of no width. */
  readonly from: number;
  readonly to: number;
  /** The first and the last step of it, and how many (of lost replies: how many of these). */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly failed: boolean;
  /** Not 0: the exit code of the first that failed by one. */
  readonly exitCode: number | null;
}

export interface TimelineLane {
  readonly agentId: string;
  readonly name: string | null;
  readonly kind: AgentLane['kind'] | null;
  readonly depth: number;
  readonly bars: readonly TimelineBar[];
}

/** What happened when, in bars of whole pixels: never more of them in a lane than it has pixels. */
export interface Timeline {
  readonly axis: TimelineAxis;
  /** In the order of the file, sub-agents with their depth; `moreLanes` were left out. */
  readonly lanes: readonly TimelineLane[];
  readonly moreLanes: number;
  /** Replies that were lost or asked for again, in the time in which they must have been. */
  readonly lost: readonly TimelineBar[];
  /** What the environment did; null where nothing of it is recorded. */
  readonly container: readonly TimelineBar[] | null;
}

const mostLanes = 40;
const deepest = 8;

type Stretch = readonly [from: number, to: number];

/** Bars of one lane: one for each pixel at which a step begins, whatever way the times go. */
class Bars {
  private readonly at = new Map<number, TimelineBar>();

  add([from, to]: Stretch, step: Pick<StepEntry, 'idx' | 'isError' | 'exitCode'>, count = 1): void {
    const pixel = Math.round(from);
    const end = Math.max(pixel, Math.round(to));
    const code = step.exitCode === 0 ? null : step.exitCode;
    const before = this.at.get(pixel);
    const bar = { from: pixel, to: end, first: step.idx, last: step.idx, count, failed: step.isError, exitCode: code };
    this.at.set(pixel, before === undefined ? bar : join(before, bar));
  }

  get bars(): readonly TimelineBar[] {
    return [...this.at.values()].sort((one, other) => one.from - other.from);
  }
}

const join = (one: TimelineBar, other: TimelineBar): TimelineBar => ({
  from: one.from,
  to: Math.max(one.to, other.to),
  first: one.first,
  last: other.last,
  count: one.count + other.count,
  failed: one.failed || other.failed,
  exitCode: one.exitCode ?? other.exitCode,
});

/** Where steps stand on the axis, in pixels. A step without a time stands where the one before ended. */
class Places {
  private lastEnd: number;
  private readonly scale: number;

  constructor(
    private readonly axis: TimelineAxis,
    private readonly width: number,
  ) {
    this.lastEnd = axis.kind === 'time' ? axis.start : 0;
    this.scale = axis.kind === 'time' ? width / (axis.end - axis.start) : width / Math.max(1, axis.steps);
  }

  private pixel(time: number): number {
    const from = this.axis.kind === 'time' ? this.axis.start : 0;
    return Math.min(this.width, Math.max(0, (time - from) * this.scale));
  }

  /** The model's part, the environment's after it, and what passed before the step since the last one ended. */
  of(step: StepEntry): { readonly model: Stretch; readonly environment: Stretch; readonly before: Stretch } {
    if (this.axis.kind === 'steps') {
      const [from, to] = [(step.idx - 1) * this.scale, step.idx * this.scale];
      return { model: [from, to], environment: [from, to], before: [from, Math.min(to, from + 4)] };
    }
    const start = step.startedAt ?? this.lastEnd;
    const end = endOf(step) ?? start;
    const turn = Math.max(start, end - (step.environmentMs ?? 0));
    const before: Stretch = [this.pixel(Math.min(start, this.lastEnd)), this.pixel(start)];
    this.lastEnd = Math.max(this.lastEnd, end);
    return { model: [this.pixel(start), this.pixel(turn)], environment: [this.pixel(turn), this.pixel(end)], before };
  }
}

const inContainer: ReadonlySet<StepEntry['kind']> = new Set(['shell', 'test', 'read', 'edit', 'search', 'submit']);

/** Draws the steps into their lanes. */
class Drawing {
  readonly lanes: Map<string, Bars>;
  readonly lost = new Bars();
  readonly container = new Bars();
  /** Whether anything is recorded of the environment. */
  recorded = false;
  private readonly places: Places;

  constructor(
    agents: readonly AgentLane[],
    private readonly axis: TimelineAxis,
    width: number,
  ) {
    this.places = new Places(axis, width);
    this.lanes = new Map(agents.map(({ agentId }) => [agentId, new Bars()]));
  }

  add(step: StepEntry): void {
    const { model, environment, before } = this.places.of(step);
    const lane = this.lanes.get(step.agentId) ?? new Bars();
    this.lanes.set(step.agentId, lane);
    lane.add(model, step);
    const replies = lostReplies(step);
    if (replies !== null) this.lost.add(before, { idx: step.idx, isError: false, exitCode: null }, replies.count);
    const told = step.environmentMs !== null || step.exitCode !== null;
    this.recorded ||= told;
    if (this.axis.kind === 'time' ? told : inContainer.has(step.kind)) this.container.add(environment, step);
  }
}

/** The lanes of a trajectory, `width` pixels wide. One pass over the steps; holds as many bars as can be seen. */
export const timelineOf = (agents: readonly AgentLane[], steps: readonly StepEntry[], width: number): Timeline => {
  const axis = timelineAxis(steps);
  const drawing = new Drawing(agents, axis, width);
  for (const step of steps) drawing.add(step);
  const said = new Map(agents.map((agent) => [agent.agentId, agent]));
  const all = [...drawing.lanes]
    .map(([id, { bars }]) => laneOf(id, said.get(id), bars))
    .filter(({ bars, kind }) => bars.length > 0 || kind === 'main');
  return {
    axis,
    lanes: all.slice(0, mostLanes),
    moreLanes: Math.max(0, all.length - mostLanes),
    lost: drawing.lost.bars,
    container: drawing.recorded ? drawing.container.bars : null,
  };
};

const laneOf = (agentId: string, said: AgentLane | undefined, bars: readonly TimelineBar[]): TimelineLane => ({
  agentId,
  name: said?.name ?? null,
  kind: said?.kind ?? null,
  depth: Math.min(deepest, Math.max(0, said?.depth ?? 0)),
  bars,
});
