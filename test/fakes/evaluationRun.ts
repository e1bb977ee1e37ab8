import type { RunProgress } from '../../src/core/run/schedule/runProgress';
import type { EndedItem, EvaluationRun } from '../../src/protocol/evaluationRuns';

/** A run as the editor hears of it; what is not named is nothing or 0. */
export const evaluationRun = (
  progress: Partial<RunProgress>,
  end: EvaluationRun['end'] = null,
  title = 'kestrel-1',
  noVerdict: readonly EndedItem[] = [],
): EvaluationRun => ({
  title,
  studyFolder: '/study',
  datasetPath: '/study/data.jsonl',
  repeats: 1,
  noVerdict,
  end,
  progress: {
    id: 'run-1',
    runId: 'kestrel-1',
    state: end === null ? 'running' : 'ended',
    ...{ total: 0, done: 0, kept: 0, resolved: 0, unresolved: 0, scored: 0, noVerdict: 0 },
    ...{ running: [], waiting: 0, elapsedMs: 0, leftMs: null, fault: null },
    ...progress,
  },
});
