import type { ModelRun, ModelRunItem } from '../../src/protocol/modelRuns';

/** An attempt as the editor hears of it; what is not named is nothing or 0. */
export const modelItem = (item: Partial<ModelRunItem>): ModelRunItem => ({
  ...{ instanceId: 'samples__spandrel-14', runId: 'mini-scripted', attempt: 1, state: 'waiting', doing: '' },
  ...{ calls: 0, costUsd: 0, status: null, rawStatus: null, fault: null, trajectory: null },
  ...item,
});

/** A run of one model as the editor hears of it. */
export const modelRun = (run: Partial<ModelRun>): ModelRun => ({
  ...{ id: 'model-run-1', runIds: ['mini-scripted'], title: 'mini with scripted', studyFolder: '/study' },
  ...{ datasetPath: '/study/data.jsonl', items: [], spentUsd: 0, budgetUsd: null },
  ...{ promptTokens: 0, completionTokens: 0, end: null },
  ...run,
});
