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

/** A step of the agent of which nothing is known but where it stands; formats say what they found over it. */
export const blankStep = (group: StepGroup, idx: number): Step => ({
  idx,
  agentId: group.agentId,
  parentStep: null,
  rawRefs: group.records.map((record) => record.ref),
  startedAt: null,
  endedAt: null,
  modelMs: null,
  environmentMs: null,
  role: 'agent',
  thought: '',
  reasoning: null,
  calls: [],
  observations: [],
  usage: null,
  costUsd: null,
  givenPatch: null,
  filesTouched: [],
  notices: [],
});
