import { hasFailed } from './callAnswer';
import type { Call, CallKind, Notice, RawRef, Step } from './step';
import type { StepEntries } from './stepEntries';
import { firstLine, previewOf } from './stepPreview';
import type { Totals, Trajectory } from './trajectory';
import type { StepGroup, TrajectoryFormat } from './trajectoryFormat';

/** Where a record of a step stands: enough to read it again. */
export interface RecordPlace {
  readonly ref: RawRef;
  readonly place: string;
}

/** What is kept of a step: enough for a list, and to build it again from the file. Null: not recorded. */
export interface StepEntry {
  /** From 1. */
  readonly idx: number;
  readonly agentId: string;
  readonly parentStep: number | null;
  readonly role: Step['role'];
  /** What its calls do, the weightiest first; `text`: it calls nothing. */
  readonly kind: CallKind | 'text';
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Milliseconds of model and environment together: their sum where both are recorded, else from start to end. */
  readonly durationMs: number | null;
  readonly environmentMs: number | null;
  /** First line of the call, else of the thought, else of what came; at most 200 characters. */
  readonly preview: string;
  /** Prompt and completion together, and what the model wrote of it. */
  readonly tokens: number | null;
  readonly completion: number | null;
  readonly costUsd: number | null;
  /** Of the last observation that has one. */
  readonly exitCode: number | null;
  /** An observation says that it failed or ran out of time, or a call or record could not be read. */
  readonly isError: boolean;
  readonly records: readonly RecordPlace[];
  readonly facts: StepGroup['facts'];
  /** Their texts cut as `preview` is. */
  readonly notices: readonly Notice[];
}

/** What weighs most in a step of several calls. */
const byWeight: readonly CallKind[] = ['submit', 'edit', 'test', 'spawn', 'shell', 'search', 'read', 'other', 'think'];

const weightiest = (calls: readonly Call[]): Call | null => {
  if (calls.length < 2) return calls[0] ?? null;
  return byWeight.map((kind) => calls.find((call) => call.kind === kind)).find((call) => call !== undefined) ?? null;
};

const unread: ReadonlySet<string> = new Set(['format-error', 'not-read', 'missing-reply']);

/** Replies that were lost before the reply of a step are no failure of the step. */
const saysUnread = ({ role, thought, calls, notices }: Step): boolean => {
  const replied = role === 'agent' && (calls.length > 0 || thought !== '');
  const isAfterLost = replied && notices.some(({ kind }) => kind === 'missing-reply');
  return notices.some(({ kind }) => (isAfterLost ? kind === 'not-read' : unread.has(kind)));
};

const isFailed = (step: Step): boolean => saysUnread(step) || saysFailed(step);

const saysFailed = ({ calls, observations }: Step): boolean =>
  calls.some(({ parseError }) => parseError !== null) || observations.some(hasFailed);

/** The sum of what is known; null where nothing is. */
const sumKnown = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : one + other;

/** Times that go backwards give no duration; where one of both parts alone is known, the whole span says more. */
const durationOf = ({ modelMs, environmentMs, startedAt, endedAt }: Step): number | null => {
  const recorded = sumKnown(modelMs, environmentMs);
  if ((modelMs !== null && environmentMs !== null) || startedAt === null || endedAt === null) return recorded;
  return endedAt >= startedAt ? Math.max(endedAt - startedAt, recorded ?? 0) : recorded;
};

/** What is kept of a step that was built from a group. */
export const entryOf = (step: Step, group: StepGroup): StepEntry => {
  const call = weightiest(step.calls);
  return {
    idx: step.idx,
    agentId: step.agentId,
    parentStep: step.parentStep,
    role: step.role,
    kind: call?.kind ?? 'text',
    startedAt: step.startedAt,
    endedAt: step.endedAt,
    durationMs: durationOf(step),
    environmentMs: step.environmentMs,
    preview: previewOf(step, call),
    tokens: sumKnown(step.usage?.prompt ?? null, step.usage?.completion ?? null),
    completion: step.usage?.completion ?? null,
    costUsd: step.costUsd,
    exitCode: step.observations.findLast(({ exitCode }) => exitCode !== null)?.exitCode ?? null,
    isError: isFailed(step),
    records: group.records,
    facts: group.facts,
    notices: step.notices.length === 0 ? [] : step.notices.map(({ kind, text }) => ({ kind, text: firstLine(text) })),
  };
};

const summed = ['prompt', 'cached', 'cacheWrite', 'completion', 'reasoning'] as const;

/** Sums over steps, for what a trajectory's own head leaves unknown. */
export class StepSums {
  private usage: Record<(typeof summed)[number], number | null> = {
    prompt: null,
    cached: null,
    cacheWrite: null,
    completion: null,
    reasoning: null,
  };
  private costUsd: number | null = null;
  private startedAt: number | null = null;
  private endedAt: number | null = null;
  private agentSteps = 0;

  add(step: Step): void {
    if (step.role === 'agent') this.agentSteps += 1;
    for (const name of summed) this.usage[name] = sumKnown(this.usage[name], step.usage?.[name] ?? null);
    this.costUsd = sumKnown(this.costUsd, step.costUsd);
    const last = step.endedAt ?? step.startedAt;
    if (step.startedAt !== null) this.startedAt = Math.min(this.startedAt ?? step.startedAt, step.startedAt);
    if (last !== null) this.endedAt = Math.max(this.endedAt ?? last, last);
  }

  copy(): StepSums {
    return Object.assign(new StepSums(), this, { usage: { ...this.usage } });
  }

  /** The head, completed: only what is known is summed, and nothing that the head says is replaced. */
  complete(head: Trajectory): Trajectory {
    return {
      ...head,
      startedAt: head.startedAt ?? this.startedAt,
      endedAt: head.endedAt ?? this.endedAt,
      totals: this.totals(head.totals),
    };
  }

  private totals(totals: Totals): Totals {
    const knowsTokens = summed.some((name) => totals[name] !== null);
    const tokens = knowsTokens ? {} : this.usage;
    const sumsCost = totals.costUsd === null && this.costUsd !== null;
    const cost = sumsCost ? { costUsd: this.costUsd, costSource: 'reported' as const } : {};
    return { ...totals, ...tokens, ...cost, visibleSteps: totals.visibleSteps || this.agentSteps };
  }
}

/** Adds the entries of the steps of groups; their figures go into `sums`. Gives what was added. */
export const indexGroups = (
  format: TrajectoryFormat,
  groups: readonly StepGroup[],
  entries: StepEntries,
  sums: StepSums,
): readonly StepEntry[] =>
  groups.map((group) => {
    const step = format.build(group, entries.length + 1);
    sums.add(step);
    return entries.push(entryOf(step, group));
  });
