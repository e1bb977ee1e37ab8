import type { StepEntry } from '../../src/core/run/trajectory/trajectoryIndex';

/** An entry of which nothing is recorded but what is given. */
export const stepEntry = (idx: number, given: Partial<StepEntry> = {}): StepEntry => ({
  idx,
  agentId: 'main',
  parentStep: null,
  role: 'agent',
  kind: 'shell',
  startedAt: null,
  endedAt: null,
  durationMs: null,
  environmentMs: null,
  preview: `command ${idx}`,
  tokens: null,
  completion: null,
  costUsd: null,
  exitCode: null,
  isError: false,
  records: [],
  facts: {},
  notices: [],
  ...given,
});
