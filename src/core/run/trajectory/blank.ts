import type { Step } from './step';
import type { Totals, Trajectory } from './trajectory';
import type { StepGroup } from './trajectoryFormat';

/** Sums of which nothing was recorded. */
export const unknownTotals: Totals = {
  prompt: null,
  cached: null,
  cacheWrite: null,
  completion: null,
  reasoning: null,
  visibleSteps: 0,
  apiCalls: null,
  costUsd: null,
  costSource: 'unknown',
  incomplete: false,
};

/** A head of which nothing is known but its format; readers say what they found over it. */
export const blankTrajectory = (format: string): Trajectory => ({
  id: null,
  runId: null,
  instanceId: null,
  agent: null,
  model: null,
  startedAt: null,
  endedAt: null,
  status: 'unknown',
  rawStatus: null,
  finalPatch: null,
  totals: unknownTotals,
  agents: [],
  resolved: null,
  format,
  version: null,
  warnings: [],
});

/**
 * A step of which only so much is known, of this role where it isn't. Written field by field: steps are built by
 * the hundred thousand, and objects that are spread over each other take many times as long.
 */
export const stepWith = (group: StepGroup, idx: number, known: Partial<Step>, role: Step['role'] = 'agent'): Step => {
  const step = {
    idx: known.idx ?? idx,
    agentId: known.agentId ?? group.agentId,
    parentStep: known.parentStep ?? null,
    rawRefs: known.rawRefs ?? group.records.map((record) => record.ref),
    startedAt: known.startedAt ?? null,
    endedAt: known.endedAt ?? null,
    modelMs: known.modelMs ?? null,
    environmentMs: known.environmentMs ?? null,
    role: known.role ?? role,
    thought: known.thought ?? '',
    reasoning: known.reasoning ?? null,
    calls: known.calls ?? [],
    observations: known.observations ?? [],
    usage: known.usage ?? null,
    costUsd: known.costUsd ?? null,
    givenPatch: known.givenPatch ?? null,
    filesTouched: known.filesTouched ?? [],
    notices: known.notices ?? [],
  };
  return known.recordedEdits === undefined ? step : { ...step, recordedEdits: known.recordedEdits };
};

/** A step of the agent of which nothing is known but where it stands; formats say what they found over it. */
export const blankStep = (group: StepGroup, idx: number): Step => stepWith(group, idx, {});
