import type { TrajectoryFacts } from '../../../../../src/core/run/trajectory/trajectoryRow';
import type { TableRow } from '../../../../../src/core/study/trajectoryTable/tableRow';

export const facts = (more: Partial<TrajectoryFacts> = {}): TrajectoryFacts => ({
  ...{ format: 'mini-swe-agent', title: 'mini-swe-agent', version: '1.1', instanceId: null, runId: null, agent: null },
  ...{ model: null, status: 'submitted', rawStatus: null, resolved: null, steps: 5, apiCalls: null, costUsd: null },
  ...{ tokens: null, completion: null, startedAt: null, endedAt: null, patchLength: null, patchBytes: null },
  ...more,
});

export const tableRowOf = (name: string, more: Partial<TableRow> = {}): TableRow => ({
  ...{ path: `/s/${name}`, which: 0, name, instanceId: null, runId: null, model: null, attempt: null },
  ...{ outcome: null, outcomeFrom: null, facts: facts(), fault: null },
  ...more,
});
