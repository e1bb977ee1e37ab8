import { join } from 'node:path';
import type { ModelRunPlan } from '../../app/run/planModelRun';
import type { EvaluateOptions } from './evaluateOptions';
import { runWish, wishOf } from './evaluateRun';
import type { RunOptions } from './runOptions';
import type { EndedRun } from './runOutput';

const optionsOf = (options: RunOptions, { folder, requests }: ModelRunPlan, runId: string): EvaluateOptions => ({
  dataset: requests[0]?.datasetPath ?? '',
  out: folder,
  run: runId,
  instance: options.instance ?? [],
  image: options.image,
  ...(options.backend === undefined ? {} : { backend: options.backend }),
  ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
  ...(options.repo === undefined ? {} : { repo: options.repo }),
  ...(options.workers === undefined ? {} : { workers: options.workers }),
  yes: options.yes ?? false,
  json: options.json ?? false,
});

/** The predictions of each run against their tests, into the same folder, as `touchstone evaluate` does it. */
export const evaluateRuns = async (
  options: RunOptions,
  plan: ModelRunPlan,
  runs: readonly EndedRun[],
  signal: AbortSignal,
): Promise<void> => {
  for (const { request, end } of runs) {
    if (!end.items.some(({ result }) => result !== null)) continue;
    const wanted = optionsOf(options, plan, request.runId);
    const path = join(request.folder, 'predictions.jsonl');
    await runWish(wanted, wishOf(wanted, { kind: 'file', path }), signal);
  }
};
